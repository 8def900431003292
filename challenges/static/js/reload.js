/** Loading a page once more, unless its reader is already on the way to another one. */

let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
});

export function reload() {
  if (!isLeaving) location.reload();
}
