import { tab } from "../storage.js";
import { fill } from "../texts.js";

/** @import { Present, Texts } from "./types.js" */

const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const SHORTEST_ROLL = 400;

/** The dice on the table: what they show, which are kept, and how they roll. */
export class Dice {
  /**
   * @param {HTMLElement} table
   * @param {Texts} texts
   */
  constructor(table, texts) {
    this.texts = texts;
    this.key = `kept:${table.dataset.game}`;
    this.dice = [...table.querySelectorAll(".die")].map((die) => /** @type {HTMLElement} */ (die));
    this.inputs = this.dice.map(
      (die) => /** @type {HTMLInputElement} */ (die.querySelector("input")),
    );
    this.rolledAt = 0;
  }

  /** @returns {number[]} */
  get faces() {
    return this.dice.map((die) => Number(die.dataset.face));
  }

  /** @returns {boolean[]} */
  get kept() {
    return this.inputs.map((input) => input.checked);
  }

  get free() {
    return this.kept.filter((isKept) => !isKept).length;
  }

  /** @param {boolean[]} kept */
  keep(kept) {
    this.inputs.forEach((input, slot) => (input.checked = kept[slot] ?? false));
  }

  /**
   * @param {number} slot
   * @returns {string} what happened, in words; empty where nothing did
   */
  toggle(slot) {
    const input = this.inputs[slot];
    if (!input || input.disabled) return "";
    input.checked = !input.checked;
    const text = input.checked ? this.texts.kept : this.texts.letGo;
    return fill(text, { number: slot + 1, face: this.faces[slot] });
  }

  /** @param {number} ply */
  remember(ply) {
    tab.write(this.key, { ply, kept: this.kept });
  }

  /** @param {number} ply */
  recall(ply) {
    const memory = tab.read(this.key);
    if (memory?.ply === ply) this.keep(memory.kept);
  }

  /** Let the dice that are not kept roll until they are shown. */
  roll() {
    this.rolledAt = Date.now();
    this.dice.forEach((die, slot) => die.classList.toggle("is-rolling", !this.kept[slot]));
  }

  stop() {
    for (const die of this.dice) die.classList.remove("is-rolling");
  }

  /**
   * @param {Present} game
   * @param {boolean[]} kept
   */
  async show(game, kept) {
    const isRolling = this.dice.some((die) => die.classList.contains("is-rolling"));
    const rest = this.rolledAt + SHORTEST_ROLL - Date.now();
    if (isRolling && rest > 0 && !stillness.matches) {
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    this.stop();
    this.dice.forEach((die, slot) => this.showFace(die, slot, game.dice[slot], kept[slot] ?? false));
    this.keep(kept);
    this.allow(game.throws_left > 0);
  }

  /**
   * @param {HTMLElement} die
   * @param {number} slot
   * @param {number} face
   * @param {boolean} isKept
   */
  showFace(die, slot, face, isKept) {
    die.dataset.face = String(face);
    die.querySelector("use")?.setAttribute("href", `#face-${face}`);
    const name = die.querySelector("[data-die-name]");
    if (name) name.textContent = fill(this.texts.die, { number: slot + 1, face });
    die.classList.remove("is-landing");
    if (isKept) return;
    void die.offsetWidth; // lets the same animation begin anew
    die.classList.add("is-landing");
  }

  /** @param {boolean[]} hinted those that a hint says to keep */
  glow(hinted) {
    this.dice.forEach((die, slot) => die.classList.toggle("is-hinted", hinted[slot] ?? false));
  }

  /** @param {boolean} mayKeep */
  allow(mayKeep) {
    for (const input of this.inputs) input.disabled = !mayKeep;
  }
}
