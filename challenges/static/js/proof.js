import { call } from "./api.js";
import { chainHolds, computeThrows, commitmentFits, same } from "./proof/check.js";
import { textsOf } from "./texts.js";

/** @import { Entry, Proof } from "./proof/check.js" */

/**
 * Computes the dice of a game again, before the reader's eyes. What this page shows is checked as
 * well as what the service hands out: neither is taken on trust.
 */

const texts = textsOf("proof-texts");
const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const checks = /** @type {HTMLElement} */ (document.getElementById("checks"));

async function run() {
  if (!globalThis.crypto?.subtle) return say(texts.insecure);
  say(texts.computing);
  const read = await Promise.all([readProof(), day() ? readChain() : []]).catch(() => null);
  if (!read) return say(texts.unreachable);
  const isRight = (await Promise.all(checksOf(...read))).every(Boolean);
  checks.dataset.state = isRight ? "right" : "wrong";
  say(isRight ? texts.right : texts.wrong);
}

/** @returns {Promise<Proof>} */
async function readProof() {
  const answer = await call("GET", checks.dataset.proof ?? "");
  if (!answer.ok) throw new Error("no proof");
  return answer.body;
}

/**
 * @param {Proof} proof
 * @param {Entry[]} chain
 */
function* checksOf(proof, chain) {
  yield mark("commitment", commitmentFits(proof));
  yield mark("throws", throwsFit(proof));
  if (day()) yield mark("chain", chainFits(proof, chain));
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

/**
 * The throws of the proof, and those that the page shows, against those that the seed gives.
 *
 * @param {Proof} proof
 */
async function throwsFit(proof) {
  const computed = await computeThrows(proof);
  const shown = document.querySelectorAll("[data-throw]");
  let allFit = computed.length === proof.throws.length && computed.length === shown.length;
  for (const [index, dice] of computed.entries()) {
    const place = shown[index];
    const fits = same(dice, proof.throws[index]?.dice) && same(dice, facesOf(place));
    allFit &&= fits;
    const check = place?.querySelector(".turn-check");
    if (check instanceof HTMLElement) show(check, fits);
  }
  return allFit;
}

/** @param {Element | undefined} place */
function facesOf(place) {
  const dice = place?.querySelectorAll("[data-face]") ?? [];
  return [...dice].map((die) => Number(die instanceof HTMLElement && die.dataset.face));
}

/** The date whose dice these are; none where the dice were of one game only. */
function day() {
  return document.getElementById("chain")?.dataset.date;
}

/**
 * The whole public chain, from its start.
 *
 * @returns {Promise<Entry[]>}
 */
async function readChain() {
  const entries = [];
  for (let next = 0; next !== null; ) {
    const answer = await call("GET", `/api/v1/commitments?after=${next}`);
    if (!answer.ok) throw new Error("no chain");
    entries.push(...answer.body.entries);
    next = answer.body.next;
  }
  return entries;
}

/**
 * @param {Proof} proof
 * @param {Entry[]} chain
 */
async function chainFits(proof, chain) {
  const entry = chain.find(({ date }) => date === day());
  const shown = document.querySelector('[data-chain="commitment"]')?.textContent;
  const isSame = entry?.commitment === proof.commitment && shown === proof.commitment;
  return isSame && (await chainHolds(chain));
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
