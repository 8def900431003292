/** Loading a page once more, unless its reader is already on the way to another one. */

let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
});

// Who stops on the way and goes on here, or comes back to the page as it was left, has not left.
function stay() {
  isLeaving = false;
}
addEventListener("pointerdown", stay, true);
addEventListener("keydown", stay, true);
addEventListener("pageshow", (event) => {
  if (event.persisted) stay();
});

export function reload() {
  if (!isLeaving) location.reload();
}
