/** @import { Game } from "./types.js" */

/** The lines of the sheet: what is written, what could be, and which line is selected. */
export class Sheet {
  /** @param {HTMLElement} table */
  constructor(table) {
    this.lines = [...table.querySelectorAll(".line")].map((line) => new Line(line));
    /** What any of the open lines would score on top. */
    this.extra = Number(table.dataset.extra);
  }

  get open() {
    return this.lines.filter((line) => line.isOpen);
  }

  get selected() {
    return this.lines.find((line) => line.isSelected);
  }

  /** @param {string | undefined} row */
  select(row) {
    for (const line of this.lines) line.isSelected = line.isOpen && line.row === row;
  }

  /**
   * Select the next open line, or the one before.
   *
   * @param {1 | -1} step
   */
  step(step) {
    const open = this.open;
    if (!open.length) return;
    const here = open.findIndex((line) => line.isFocused || line.isSelected);
    const next = here < 0 ? (step > 0 ? 0 : open.length - 1) : here + step;
    const line = open[(next + open.length) % open.length];
    this.select(line.row);
    line.choice.focus();
  }

  /** @param {string | null} row the one that a hint says to write */
  glow(row) {
    for (const line of this.lines) line.line.classList.toggle("is-hinted", line.row === row);
  }

  /** @returns {Record<string, number>} what each open line would score */
  get choices() {
    return Object.fromEntries(this.open.map((line) => [line.row, line.points]));
  }

  /** @param {Game} game */
  show(game) {
    this.extra = game.choices_extra;
    for (const line of this.lines) line.show(game.sheet[line.row], game.choices[line.row]);
  }

  /**
   * How far the written upper rows are above or below what the bonus takes of them.
   *
   * @returns {number | null} null when all are written
   */
  get pace() {
    const upper = this.lines.filter((line) => line.par);
    const written = upper.filter((line) => line.written !== null);
    if (written.length === upper.length) return null;
    return Math.round(written.reduce((sum, line) => sum + Number(line.written) - line.par, 0));
  }
}

class Line {
  /** @param {Element} line */
  constructor(line) {
    this.line = /** @type {HTMLElement} */ (line);
    this.choice = /** @type {HTMLButtonElement} */ (line.querySelector(".line-choice"));
    this.plain = /** @type {HTMLElement} */ (line.querySelector(".line-written"));
    this.choicePoints = /** @type {HTMLElement} */ (line.querySelector("[data-choice]"));
    this.writtenPoints = /** @type {HTMLElement} */ (line.querySelector("[data-points]"));
    this.row = this.line.dataset.row ?? "";
    this.par = Number(this.line.dataset.par ?? 0);
    this.isSelected = false;
  }

  get isOpen() {
    return !this.choice.hidden;
  }

  get isFocused() {
    return document.activeElement === this.choice;
  }

  get points() {
    return Number(this.choicePoints.textContent);
  }

  get written() {
    const text = this.writtenPoints.textContent;
    return text ? Number(text) : null;
  }

  get isSelected() {
    return this.choice.getAttribute("aria-pressed") === "true";
  }

  set isSelected(isSelected) {
    this.choice.setAttribute("aria-pressed", String(isSelected));
  }

  /**
   * @param {number | null} points
   * @param {number | undefined} choice undefined where the row may not be written
   */
  show(points, choice) {
    const wasOpen = this.isOpen;
    this.choice.hidden = choice === undefined;
    this.plain.hidden = choice !== undefined;
    this.choicePoints.textContent = String(choice ?? "");
    this.choice.toggleAttribute("data-zero", choice === 0);
    this.writtenPoints.textContent = String(points ?? "");
    this.line.classList.toggle("is-new", wasOpen && points !== null);
  }
}
