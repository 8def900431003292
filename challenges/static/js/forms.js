/** A form that starts something is sent once, however often its button is tapped. */

export function sendFormsOnce() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.dataset.isSent) event.preventDefault();
    form.dataset.isSent = "yes";
  });
  // The way back shows the page as it was left.
  window.addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.isSent;
  });
}
