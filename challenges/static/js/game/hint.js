import { call } from "../api.js";
import { fill } from "../texts.js";

/**
 * @typedef {object} Table what a hint is shown on and told by
 * @property {import("./dice.js").Dice} dice
 * @property {import("./sheet.js").Sheet} sheet
 * @property {import("./saving.js").Saving} saving
 * @property {HTMLElement} speech
 */

/** @import { HintOption, Hint as HintAnswer, Texts } from "./types.js" */

const MOST_OTHERS = 3;
const LEAST_LOSS = 0.01;

/**
 * The bulb: the first tap lets the best move glow, the second says why, the third hides it again.
 */
export class Hint {
  /**
   * @param {string} game
   * @param {Texts} texts
   * @param {Table} table
   */
  constructor(game, texts, { dice, sheet, saving, speech }) {
    this.path = `/api/v1/games/${game}/hint`;
    this.texts = texts;
    this.dice = dice;
    this.sheet = sheet;
    this.saving = saving;
    this.speech = speech;
    this.button = document.getElementById("hint-button");
    this.words = document.getElementById("hint-words");
    this.box = document.getElementById("hint");
    /** @type {HintAnswer | null} */
    this.hint = null;
    this.isAsking = false;
    this.label();
  }

  get isOffered() {
    return this.button !== null;
  }

  get isOpen() {
    return this.box !== null && !this.box.hidden;
  }

  /**
   * The next step of the hint for a ply, where there are hints.
   *
   * @param {number} ply
   * @param {() => boolean} isNow false once the game has gone on
   */
  async press(ply, isNow) {
    if (!this.isOffered || this.isAsking) return;
    if (this.hint) {
      if (this.isOpen) this.close();
      else this.open(this.hint);
      return;
    }
    this.ask(true);
    const answer = await call("GET", this.path).catch(() => null);
    this.ask(false);
    if (isNow()) this.receive(answer, ply);
  }

  /**
   * @param {import("../api.js").Answer | null} answer null where none came
   * @param {number} ply
   */
  receive(answer, ply) {
    if (!answer?.ok) this.saving.notice(problemOf(answer?.body) ?? this.texts.hintFailed);
    else if (answer.body.ply === ply) this.glow(answer.body);
  }

  /** @param {boolean} isAsking */
  ask(isAsking) {
    this.isAsking = isAsking;
    this.button?.setAttribute("aria-busy", String(isAsking));
  }

  /** @param {HintAnswer} hint */
  glow(hint) {
    this.hint = hint;
    const { keep, row } = hint.best;
    this.dice.glow(keep ?? []);
    this.sheet.glow(row);
    const move = this.named(hint.best);
    if (this.words) this.words.textContent = move;
    this.label();
    this.speech.textContent = fill(this.texts.hinted, { move });
  }

  /** @param {HintAnswer} hint */
  open(hint) {
    if (!this.box) return;
    const points = figure(hint.expected, 1);
    const others = hint.options.slice(1, 1 + MOST_OTHERS);
    this.set("best", this.named(hint.best));
    this.set("expected", fill(this.texts.hintExpected, { points }));
    const lines = others.map((option) => this.line(option));
    this.box.querySelector('[data-hint="others"]')?.replaceChildren(...lines);
    this.box.querySelector(".hint-next")?.toggleAttribute("hidden", lines.length === 0);
    this.box.hidden = false;
    this.label();
    this.speech.textContent = [...this.box.querySelectorAll("p, h3:not([hidden]), li")]
      .map((part) => `${part.textContent?.trim()}.`)
      .join(" ");
  }

  close() {
    if (this.box) this.box.hidden = true;
    this.label();
  }

  /** The move is made, or another one is on its way. */
  forget() {
    if (!this.isOffered) return;
    this.hint = null;
    this.dice.glow([]);
    this.sheet.glow(null);
    if (this.words) this.words.textContent = "";
    this.close();
  }

  label() {
    const { hint, hintWhy, hintClose } = this.texts;
    const text = this.hint ? (this.isOpen ? hintClose : hintWhy) : hint;
    const place = this.button?.querySelector('[data-hint="button"]');
    if (place) place.textContent = text;
    this.button?.classList.toggle("is-lit", this.hint !== null);
  }

  /** @param {HintOption} option */
  named({ keep, row }) {
    const { rows, hintWrite, hintScratch, hintKeep, hintThrowAll } = this.texts;
    if (row) {
      const points = this.sheet.choices[row] + this.sheet.extra;
      return fill(points > 0 ? hintWrite : hintScratch, { row: rows[row] });
    }
    const faces = this.dice.faces.filter((_, slot) => keep?.[slot]);
    return faces.length ? fill(hintKeep, { dice: faces.join(", ") }) : hintThrowAll;
  }

  /** @param {HintOption} option */
  line(option) {
    const line = document.createElement("li");
    const move = document.createElement("span");
    const loss = document.createElement("span");
    move.textContent = this.named(option);
    loss.className = "hint-loss";
    loss.textContent = option.loss
      ? `−${figure(Math.max(option.loss, LEAST_LOSS), 2)}`
      : this.texts.hintEqual;
    line.append(move, " ", loss);
    return line;
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  set(name, text) {
    const place = this.box?.querySelector(`[data-hint="${name}"]`);
    if (place) place.textContent = text;
  }
}

/**
 * @param {any} problem
 * @returns {string | null}
 */
function problemOf(problem) {
  return problem?.detail ? `${problem.title}. ${problem.detail}` : null;
}

/**
 * @param {number} number
 * @param {number} digits
 */
function figure(number, digits) {
  return number.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
