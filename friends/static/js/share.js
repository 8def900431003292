/** Copying and sharing a link, where the browser can; without it the link is there to be read. */

const panel = /** @type {HTMLElement} */ (document.getElementById("share"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("share-link"));
const said = /** @type {HTMLElement} */ (panel.querySelector("[data-said]"));
const { link = "", text = "", copied = "", notCopied = "" } = panel.dataset;

function begin() {
  field.addEventListener("focus", () => field.select());
  panel.querySelector("[data-copy]")?.addEventListener("click", copy);
  const button = panel.querySelector("[data-share]");
  if (button instanceof HTMLElement && "share" in navigator) {
    button.hidden = false;
    button.addEventListener("click", share);
    foldOnPhones();
  }
  panel.querySelector("[data-with-script]")?.removeAttribute("hidden");
}

/** A phone shares by its dialog: the picture for a camera would only stand before the rest. */
function foldOnPhones() {
  if (!matchMedia("(max-width: 39.99rem)").matches) return;
  panel.querySelector("[data-qr]")?.removeAttribute("open");
}

async function copy() {
  const isCopied = await write().catch(() => false);
  if (!isCopied) field.select();
  said.textContent = isCopied ? copied : notCopied;
}

/** Browsers have no clipboard where the connection is not secure. */
async function write() {
  if (!navigator.clipboard) return false;
  await navigator.clipboard.writeText(link);
  return true;
}

/** Who changes their mind in the dialog has refused nothing that the page must say. */
async function share() {
  said.textContent = "";
  await navigator.share({ text, url: link }).catch((error) => {
    if (error.name !== "AbortError") return copy();
  });
}

begin();
