/**
 * @typedef {object} Commands
 * @property {(slot: number) => void} toggle
 * @property {() => void} throwDice
 * @property {(step: 1 | -1) => void} step
 * @property {() => boolean} write false where no row is selected
 * @property {() => void} cancel
 * @property {() => void} hint
 */

/**
 * Plays by keyboard: digits keep, T and Space throw, arrows select a row, Enter writes it, H hints.
 *
 * @param {Commands} commands
 */
export function listenToKeys(commands) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (answers(event, commands)) event.preventDefault();
  });
}

/** @type {Record<string, (commands: Commands) => void>} */
const EVERYWHERE = {
  ArrowDown: (commands) => commands.step(1),
  ArrowUp: (commands) => commands.step(-1),
  Escape: (commands) => commands.cancel(),
  t: (commands) => commands.throwDice(),
  h: (commands) => commands.hint(),
};

/**
 * @param {KeyboardEvent} event
 * @param {Commands} commands
 * @returns {boolean} whether the key was ours
 */
function answers(event, commands) {
  const key = /^[TH]$/.test(event.key) ? event.key.toLowerCase() : event.key;
  if (/^[1-9]$/.test(key)) commands.toggle(Number(key) - 1);
  else if (event.repeat && !key.startsWith("Arrow")) return false;
  else if (key in EVERYWHERE) EVERYWHERE[key](commands);
  else return answersWhereNothingElseDoes(event, commands);
  return true;
}

/**
 * Space and Enter belong to whatever has the focus, unless that is part of the table.
 *
 * @param {KeyboardEvent} event
 * @param {Commands} commands
 */
function answersWhereNothingElseDoes(event, commands) {
  const focus = focused(event);
  if (event.key === "Enter" && focus !== "other") return commands.write();
  if (event.key !== " " || focus !== "nothing") return false;
  commands.throwDice();
  return true;
}

/**
 * @param {KeyboardEvent} event
 * @returns {"nothing" | "play" | "other"} what has the focus: something to play with, or a link
 */
function focused(event) {
  const target = /** @type {Element} */ (event.target);
  const control = target.closest("a, button, input, select, textarea, summary");
  if (!control) return "nothing";
  const isPlay = control.matches(".die-input, .line-choice[aria-pressed=true]");
  return isPlay ? "play" : "other";
}
