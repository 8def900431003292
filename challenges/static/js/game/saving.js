/** @import { Texts } from "./types.js" */

const PATIENCE = 400;

/** Says what became of the last move, and never that it is saved before it is. */
export class Saving {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.place = /** @type {HTMLElement} */ (document.getElementById("saving"));
    this.box = /** @type {HTMLElement} */ (document.getElementById("notice"));
    this.wasLate = false;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {import("./outbox.js").State} state
   * @param {any} [problem]
   */
  show(state, problem) {
    clearTimeout(this.timer);
    this.place.dataset.state = state;
    if (state === "sending") {
      // An answer that comes at once needs no word.
      this.timer = setTimeout(() => this.say(this.texts.sending), PATIENCE);
    } else if (state === "made") {
      this.say(this.texts.sent);
      if (this.wasLate) this.hideNotice();
      this.wasLate = false;
    } else {
      this.say("");
      if (state === "refused") return;
      this.wasLate = true;
      this.notice(state === "waiting" ? this.waiting(problem) : this.texts.signedOut);
    }
  }

  /** @param {any} problem */
  waiting(problem) {
    const isForComputer = problem?.code === "strategy_not_ready";
    return isForComputer ? this.texts.computerWaits : this.texts.waiting;
  }

  /** @param {string} text */
  say(text) {
    this.place.textContent = text;
  }

  /** @param {string} text */
  notice(text) {
    this.box.hidden = false;
    if (this.box.textContent !== text) this.box.textContent = text;
  }

  hideNotice() {
    this.box.hidden = true;
  }
}
