/** Loads a page again that waits for something, every half a minute while it is looked at. */

import { reload } from "./reload.js";

const PAUSE = 30_000;

setInterval(() => {
  if (!document.hidden) reload();
}, PAUSE);
