import { call } from "./api.js";
import { chainFits, checkThrows, commitmentFits } from "./proof/check.js";
import { textsOf } from "./texts.js";

/** @import { Proof } from "./proof/check.js" */

/** Computes the dice of a game again, before the reader's eyes. */

const texts = textsOf("proof-texts");
const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const checks = /** @type {HTMLElement} */ (document.getElementById("checks"));

async function run() {
  if (!globalThis.crypto?.subtle) return say(texts.insecure);
  say(texts.computing);
  const answer = await call("GET", checks.dataset.proof ?? "").catch(() => null);
  if (!answer?.ok) return say(texts.unreachable);
  const results = await Promise.all(checksOf(answer.body));
  checks.dataset.state = results.every(Boolean) ? "right" : "wrong";
  say(results.every(Boolean) ? texts.right : texts.wrong);
}

/** @param {Proof} proof */
function* checksOf(proof) {
  yield mark("commitment", commitmentFits(proof));
  yield mark("throws", throwsFit(proof));
  const entry = chainEntry();
  if (entry) yield mark("chain", chainFits(entry, proof));
}

/**
 * @param {string} name
 * @param {Promise<boolean>} result
 */
async function mark(name, result) {
  const fits = await result;
  const place = document.querySelector(`[data-check="${name}"]`);
  if (place instanceof HTMLElement) show(place, fits);
  return fits;
}

/** @param {Proof} proof */
async function throwsFit(proof) {
  const checked = await checkThrows(proof);
  for (const { turn, throw: number, fits } of checked) {
    const selector = `[data-turn="${turn}"] [data-throw="${number}"] .turn-check`;
    const place = document.querySelector(selector);
    if (place instanceof HTMLElement) show(place, fits);
  }
  return checked.every(({ fits }) => fits);
}

/** The day's entry as this page shows it; there is none where the dice were of one game only. */
function chainEntry() {
  const chain = document.getElementById("chain");
  if (!chain) return null;
  /** @param {string} name */
  const value = (name) => chain.querySelector(`[data-chain="${name}"]`)?.textContent ?? "";
  return {
    previous: value("previous"),
    date: chain.dataset.date ?? "",
    commitment: value("commitment"),
    hash: value("hash"),
  };
}

/**
 * @param {HTMLElement} place
 * @param {boolean} fits
 */
function show(place, fits) {
  place.dataset.state = fits ? "fits" : "differs";
  const word = document.createElement("span");
  word.className = "visually-hidden";
  word.textContent = ` ${fits ? texts.fits : texts.differs}`;
  place.append(word);
}

/** @param {string} text */
function say(text) {
  verdict.textContent = text;
}

run();
