import { fill } from "../texts.js";

/** @import { Present, Texts } from "./types.js" */

/** The one large button: it says what it will do, and is off where there is nothing to do. */
export class MainButton {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.button = /** @type {HTMLButtonElement} */ (document.getElementById("main-button"));
    // What is off by `disabled` loses the focus, and with it the player's place.
    this.button.disabled = false;
  }

  /**
   * @param {Present} game
   * @param {number} free dice that would be thrown
   * @param {{row: string, points: number} | undefined} selected
   * @param {boolean} isBusy
   */
  offer(game, free, selected, isBusy) {
    const mayThrow = game.throws_left > 0 && free > 0;
    this.button.textContent = this.label(game, free, selected);
    this.button.classList.toggle("is-writing", selected !== undefined);
    this.button.setAttribute("aria-disabled", String(isBusy || !(selected || mayThrow)));
  }

  /**
   * @param {Present} game
   * @param {number} free
   * @param {{row: string, points: number} | undefined} selected
   */
  label(game, free, selected) {
    if (selected) {
      const points = selected.points + game.choices_extra;
      const text = points > 0 ? this.texts.score : this.texts.scratch;
      return fill(text, { row: this.texts.rows[selected.row], points });
    }
    if (game.throws_left === 0) return this.texts.chooseRow;
    return free > 0 ? this.texts.throw[free] : this.texts.allKept;
  }

  focus() {
    this.button.focus();
  }
}
