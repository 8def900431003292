import { fill } from "../texts.js";
import { smallDice } from "./small_dice.js";

/** @import { Game, Opponent, SeenTurn, Texts } from "./types.js" */

/** The computer that is played against: its sheet, its last turn, and who is ahead. */
export class Duel {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.box = document.getElementById("duel");
    this.toggle = document.getElementById("duel-toggle");
    this.toggle?.addEventListener("click", () => this.open(!this.isOpen));
  }

  get isOpen() {
    return this.toggle?.getAttribute("aria-expanded") === "true";
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    this.toggle?.setAttribute("aria-expanded", String(isOpen));
    this.box?.classList.toggle("is-open", isOpen);
  }

  /** @param {Game} game */
  show(game) {
    const rival = game.opponent;
    if (!rival) return;
    set("mine", game.total);
    for (const name of ["rival", "total"]) set(name, rival.total);
    set("upper-sum", rival.upper.sum);
    this.showLead(game.total - rival.total);
    for (const line of document.querySelectorAll(".line[data-row]")) showLine(line, rival);
    if (rival.last_turn) this.showTurn(rival.last_turn);
  }

  /** @param {number} lead */
  showLead(lead) {
    const text = lead > 0 ? this.texts.leads : lead < 0 ? this.texts.trails : this.texts.level;
    const sign = lead > 0 ? "ahead" : lead < 0 ? "behind" : "";
    set("lead", fill(text, { points: Math.abs(lead) }))?.setAttribute("data-sign", sign);
  }

  /** @param {SeenTurn} turn */
  showTurn(turn) {
    const points = turn.points + turn.extra;
    set("turn", fill(this.texts.seenTurn, { turn: turn.turn, row: this.row(turn), points }));
    const throws = turn.throws.map(({ dice, keep }) => {
      const line = document.createElement("li");
      line.className = "duel-throw";
      line.append(smallDice(dice, keep ?? [], this.told(dice, keep ?? [])));
      return line;
    });
    document.getElementById("duel-throws")?.replaceChildren(...throws);
    document.getElementById("duel-turn")?.removeAttribute("hidden");
  }

  /**
   * @param {number[]} dice
   * @param {boolean[]} kept
   */
  told(dice, kept) {
    return dice
      .map((face, slot) => (kept[slot] ? fill(this.texts.dieKept, { face }) : String(face)))
      .join(", ");
  }

  /** @param {SeenTurn} turn */
  row(turn) {
    return this.texts.rows[turn.row];
  }

  /**
   * What the computer did, once the player has written a row.
   *
   * @param {Game} game
   * @returns {string} empty where nobody is played against
   */
  said(game) {
    const turn = game.opponent?.last_turn;
    if (!game.opponent || !turn) return "";
    const points = turn.points + turn.extra;
    return fill(this.texts.computer, { row: this.row(turn), points, total: game.opponent.total });
  }
}

/**
 * @param {Element} line
 * @param {Opponent} rival
 */
function showLine(line, rival) {
  const box = line.querySelector("[data-rival-line]");
  const place = line.querySelector("[data-rival]");
  if (!box || !place) return;
  const points = rival.sheet[line.getAttribute("data-row") ?? ""];
  box.classList.toggle("is-new", place.textContent === "" && points !== null);
  box.toggleAttribute("hidden", points === null);
  place.textContent = String(points ?? "");
}

/**
 * @param {string} name
 * @param {string | number} value
 */
function set(name, value) {
  const place = document.querySelector(`[data-duel="${name}"]`);
  if (place) place.textContent = String(value);
  return place;
}
