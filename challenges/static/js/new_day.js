import { fill } from "./texts.js";

/** Says when the reader's next day begins, and that it has begun. */

const left = document.body.dataset.secondsLeft;
const end = left ? Date.now() + Number(left) * 1000 : Infinity;

export function watchForNewDay() {
  if (end === Infinity) return;
  tick();
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", tick);
}

function tick() {
  if (document.hidden) return;
  const seconds = Math.max(0, Math.round((end - Date.now()) / 1000));
  if (seconds === 0) showNewDay();
  for (const line of document.querySelectorAll("[data-countdown]")) {
    if (line instanceof HTMLElement) {
      line.textContent = fill(line.dataset.countdown ?? "", { time: clock(seconds) });
    }
  }
}

function showNewDay() {
  document.getElementById("new-day")?.removeAttribute("hidden");
}

/** @param {number} seconds */
function clock(seconds) {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}
