import { call } from "./api.js";
import { Board } from "./game/board.js";
import { Dice } from "./game/dice.js";
import { Duel } from "./game/duel.js";
import { Hint } from "./game/hint.js";
import { listenToKeys } from "./game/keys.js";
import { MainButton } from "./game/main_button.js";
import { Outbox } from "./game/outbox.js";
import { Saving } from "./game/saving.js";
import { Sheet } from "./game/sheet.js";
import { told } from "./game/told.js";
import { reload } from "./reload.js";
import { device } from "./storage.js";
import { textsOf } from "./texts.js";

/** @import { Game, Move, Present } from "./game/types.js" */

const table = /** @type {HTMLFormElement} */ (document.getElementById("table"));
const speech = /** @type {HTMLElement} */ (document.getElementById("speech"));
const id = table.dataset.game ?? "";
const texts = textsOf("game-texts");
const dice = new Dice(table, texts);
const sheet = new Sheet(table);
const board = new Board(texts);
const button = new MainButton(texts);
const saving = new Saving(texts);
const duel = new Duel(texts);
const hint = new Hint(id, texts, { dice, sheet, saving, speech });
const outbox = new Outbox(id, { onState, onMade, onRefused });

/** @type {Present} */
let game = {
  ply: Number(table.dataset.ply),
  throws_left: Number(table.dataset.throwsLeft),
  dice: dice.faces,
  choices: sheet.choices,
  choices_extra: Number(table.dataset.extra),
};
let isBusy = false;

// --- What the player does ---------------------------------------------------------------------

/** @param {Move} move */
function make(move) {
  if (isBusy) return;
  isBusy = true;
  saving.hideNotice();
  hint.forget();
  dice.roll();
  offer();
  outbox.send(move);
}

function throwDice() {
  if (game.throws_left > 0 && dice.free > 0) make({ ply: game.ply, keep: dice.kept });
}

function write() {
  const row = sheet.selected?.row;
  if (!row) return false;
  if (!isBusy) {
    dice.keep([]);
    make({ ply: game.ply, row });
  }
  return true;
}

/** @param {string | undefined} row */
function select(row) {
  if (isBusy) return;
  sheet.select(row === sheet.selected?.row ? undefined : row);
  offer();
}

function changeKept() {
  sheet.select(undefined);
  dice.remember(game.ply);
  offer();
}

function askForHint() {
  const { ply } = game;
  if (!isBusy) hint.press(ply, () => !isBusy && game.ply === ply);
}

function offer() {
  table.dataset.state = isBusy ? "busy" : "ready";
  button.offer(game, dice.free, sheet.selected, isBusy);
}

// --- What the service answers -----------------------------------------------------------------

/**
 * @param {import("./game/outbox.js").State} state
 * @param {any} [problem]
 */
function onState(state, problem) {
  saving.show(state, problem);
  if (state === "waiting" || state === "signed-out") dice.stop();
}

/**
 * @param {Game} now
 * @param {Move} move
 */
async function onMade(now, move) {
  device.write(`ply:${id}`, now.ply);
  const isNext = now.ply === move.ply + 1;
  await show(now, isNext ? (move.keep ?? []) : []);
  if (isNext) speech.textContent = told(texts, now, move, duel.said(now));
  else saving.notice(texts.elsewhere);
}

/** @param {any} problem */
async function onRefused(problem) {
  if (problem.game) await show(problem.game, []);
  else settle();
  saving.notice(problem.code === "other_move_there" ? texts.elsewhere : problem.detail);
}

/**
 * @param {Game} now
 * @param {boolean[]} kept
 */
async function show(now, kept) {
  if (now.status !== "playing") return reload();
  isBusy = true;
  const hadFocus = sheet.lines.some((line) => line.isFocused);
  sheet.select(undefined);
  hint.forget();
  sheet.show(now);
  duel.show(now);
  board.show(now, sheet.pace);
  game = now;
  await dice.show(now, kept);
  table.dataset.ply = String(now.ply);
  settle();
  if (hadFocus) button.focus();
}

function settle() {
  isBusy = false;
  dice.stop();
  offer();
}

/** Another device or window may have gone on with the game. */
async function refresh() {
  if (!isIdle()) return;
  const answer = await call("GET", `/api/v1/games/${id}`).catch(() => null);
  const isNews = answer?.ok && (answer.body.ply !== game.ply || answer.body.status !== "playing");
  if (!isNews || !isIdle()) return;
  await show(answer.body, []);
  saving.notice(texts.elsewhere);
}

function isIdle() {
  return !document.hidden && !isBusy && !outbox.pending;
}

// --- Listening --------------------------------------------------------------------------------

table.addEventListener("submit", (event) => {
  event.preventDefault();
  const submitter = event.submitter;
  if (submitter instanceof HTMLButtonElement && submitter.name === "row") select(submitter.value);
  else if (sheet.selected) write();
  else throwDice();
});
table.addEventListener("change", changeKept);
document.getElementById("hint-button")?.addEventListener("click", askForHint);
document.addEventListener("visibilitychange", refresh);
window.addEventListener("online", refresh);
window.addEventListener("storage", (event) => {
  if (event.key === `ply:${id}`) refresh();
});
listenToKeys({
  throwDice,
  write,
  toggle(slot) {
    if (isBusy) return;
    const text = dice.toggle(slot);
    if (text) changeKept();
    speech.textContent = text;
  },
  step(step) {
    if (isBusy) return;
    sheet.step(step);
    offer();
  },
  cancel: () => select(undefined),
  hint: askForHint,
});

dice.recall(game.ply);
dice.allow(game.throws_left > 0);
isBusy = outbox.pending !== null;
offer();
outbox.deliver();
