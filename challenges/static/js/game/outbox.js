import { call } from "../api.js";
import { device } from "../storage.js";

/** @import { Game, Move } from "./types.js" */

/** @typedef {"sending" | "made" | "refused" | "waiting" | "signed-out"} State */

/**
 * @typedef {object} Receiver
 * @property {(state: State, problem?: any) => void} onState with what was answered, if it was
 * @property {(game: Game, move: Move) => void} onMade
 * @property {(problem: any) => void} onRefused
 */

const NONE = { ok: false, status: 0, body: null, retryAfter: 0 };
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/**
 * Carries one move at a time to the service. It is kept on the device until it is answered, and
 * sent again until then; the service knows a repeat by its ply.
 */
export class Outbox {
  /**
   * @param {string} game
   * @param {Receiver} receiver
   */
  constructor(game, receiver) {
    this.path = `/api/v1/games/${game}/moves`;
    this.key = `move:${game}`;
    this.receiver = receiver;
    this.wait = FIRST_WAIT;
    this.isSending = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    const retry = () => this.deliver();
    window.addEventListener("online", retry);
    document.addEventListener("visibilitychange", retry);
  }

  /** @returns {Move | null} */
  get pending() {
    return device.read(this.key) ?? this.unsaved ?? null;
  }

  /** @param {Move} move */
  send(move) {
    device.write(this.key, move);
    this.unsaved = move;
    this.wait = FIRST_WAIT;
    return this.deliver();
  }

  /** Send what is pending, if something is and it is not on its way already. */
  async deliver() {
    const move = this.pending;
    if (!move || this.isSending || document.hidden) return;
    clearTimeout(this.timer);
    this.isSending = true;
    this.receiver.onState("sending");
    const answer = await call("POST", this.path, move).catch(() => NONE);
    this.isSending = false;
    this.receive(answer, move);
  }

  /**
   * @param {import("../api.js").Answer} answer
   * @param {Move} move
   */
  receive(answer, move) {
    const state = stateOf(answer.status);
    if (state === "waiting") this.tryLater(answer.retryAfter);
    else if (state !== "signed-out") this.forget(move);
    this.receiver.onState(state, answer.body);
    if (state === "made") this.receiver.onMade(answer.body, move);
    if (state === "refused") this.receiver.onRefused(answer.body);
  }

  /** @param {number} seconds the least that the service asked for */
  tryLater(seconds) {
    this.timer = setTimeout(() => this.deliver(), Math.max(this.wait, seconds * 1000));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /**
   * Another window may have left a later move in the meantime: that one stays.
   *
   * @param {Move} move
   */
  forget(move) {
    this.unsaved = undefined;
    if (JSON.stringify(device.read(this.key)) === JSON.stringify(move)) {
      device.write(this.key, null);
    }
  }
}

/**
 * @param {number} status 0 where no answer came
 * @returns {State}
 */
function stateOf(status) {
  if (status === 0 || status === 429 || status >= 500) return "waiting";
  if (status === 401 || status === 403) return "signed-out";
  return status < 300 ? "made" : "refused";
}
