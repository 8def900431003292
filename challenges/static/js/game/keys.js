/**
 * @typedef {object} Commands
 * @property {(slot: number) => void} toggle
 * @property {() => void} throwDice
 * @property {(step: 1 | -1) => void} step
 * @property {() => boolean} write false where no row is selected
 * @property {() => void} cancel
 */

/**
 * Plays by keyboard: digits keep, T and Space throw, arrows select a row, Enter writes it.
 *
 * @param {Commands} commands
 */
export function listenToKeys(commands) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (answers(event, commands)) event.preventDefault();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {Commands} commands
 * @returns {boolean} whether the key was ours
 */
function answers(event, commands) {
  const focus = focused(event);
  if (/^[1-9]$/.test(event.key)) commands.toggle(Number(event.key) - 1);
  else if (event.key.toLowerCase() === "t" && !event.repeat) commands.throwDice();
  else if (event.key === " " && focus === "nothing" && !event.repeat) commands.throwDice();
  else if (event.key === "ArrowDown") commands.step(1);
  else if (event.key === "ArrowUp") commands.step(-1);
  else if (event.key === "Escape") commands.cancel();
  // On a row that is not selected yet, and everywhere else, Enter does what it always does.
  else if (event.key === "Enter" && !event.repeat && focus !== "other") return commands.write();
  else return false;
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
