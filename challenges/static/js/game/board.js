import { fill } from "../texts.js";

/** @import { Game, Texts } from "./types.js" */

/** The figures around the sheet and the dice. */
export class Board {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
  }

  /**
   * @param {Game} game
   * @param {number | null} pace
   */
  show(game, pace) {
    set("turn", fill(this.texts.turn, { turn: game.turn, turns: game.turns }));
    set("total", game.total);
    set("throws-left", this.texts.throwsLeft[game.throws_left]);
    set("saved-throws", game.saved_throws);
    set("extra-bonus", game.extra_bonus);
    showMarks(game.throw, game.throws_left);
    this.showBonus(game, pace);
  }

  /**
   * @param {Game} game
   * @param {number | null} pace
   */
  showBonus(game, pace) {
    set("upper-sum", game.upper.sum);
    const isHeld = game.upper.bonus > 0;
    const sign = isHeld || Number(pace) > 0 ? "ahead" : Number(pace) < 0 ? "behind" : "";
    set("pace", isHeld ? this.texts.bonusHeld : this.pace(pace))?.setAttribute("data-sign", sign);
    document.querySelector("#bonus progress")?.setAttribute("value", String(game.upper.sum));
  }

  /** @param {number | null} pace */
  pace(pace) {
    if (pace === null) return this.texts.bonusMissed;
    if (pace === 0) return this.texts.onPace;
    return fill(pace > 0 ? this.texts.ahead : this.texts.behind, { points: Math.abs(pace) });
  }
}

/**
 * @param {string} name
 * @param {string | number} value
 */
function set(name, value) {
  const place = document.querySelector(`[data-value="${name}"]`);
  if (place) place.textContent = String(value);
  return place;
}

/**
 * @param {number} used
 * @param {number} left
 */
function showMarks(used, left) {
  const marks = Array.from({ length: used + left }, (_, number) => {
    const mark = document.createElement("i");
    mark.classList.toggle("is-used", number < used);
    return mark;
  });
  document.getElementById("throw-marks")?.replaceChildren(...marks);
}
