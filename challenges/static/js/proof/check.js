import { bytesOf, sha256, sha256OfText, streamOf } from "./hashes.js";

/**
 * A proof as the API gives it; the parts that are computed again.
 *
 * @typedef {object} Proof
 * @property {string} seed
 * @property {string} commitment
 * @property {{keep?: boolean[], row?: string}[]} moves
 * @property {{turn: number, throw: number, dice: number[]}[]} throws
 */

/** @typedef {{turn: number, throw: number, fits: boolean}} Checked */

/** @param {Proof} proof */
export async function commitmentFits(proof) {
  return (await sha256(bytesOf(proof.seed))) === proof.commitment;
}

/**
 * Each throw of the game, computed from the seed and the moves alone.
 *
 * @param {Proof} proof
 * @returns {Promise<Checked[]>}
 */
export async function checkThrows(proof) {
  const stream = await streamOf(proof.seed, proof.throws[0]?.dice.length ?? 0);
  let [turn, number] = [1, 1];
  let dice = await stream(turn, number);
  const checked = [];
  for (const [ply, claim] of proof.throws.entries()) {
    const fits = same([claim.turn, claim.throw, ...claim.dice], [turn, number, ...dice]);
    checked.push({ turn: claim.turn, throw: claim.throw, fits });
    const keep = proof.moves[ply]?.keep;
    [turn, number] = keep ? [turn, number + 1] : [turn + 1, 1];
    dice = rethrow(dice, keep ?? [], await stream(turn, number));
  }
  return checked;
}

/**
 * Kept dice stay in their places; the others take the first fresh values, left to right.
 *
 * @param {number[]} dice
 * @param {boolean[]} keep
 * @param {number[]} fresh
 */
function rethrow(dice, keep, fresh) {
  const values = fresh.values();
  return dice.map((die, slot) => (keep[slot] ? die : Number(values.next().value)));
}

/**
 * @param {{previous: string, date: string, commitment: string, hash: string}} entry
 * @param {Proof} proof
 */
export async function chainFits(entry, proof) {
  const { previous, date, commitment, hash } = entry;
  const chained = await sha256OfText(`${previous} ${date} ${commitment}`);
  return chained === hash && commitment === proof.commitment;
}

/**
 * @param {number[]} left
 * @param {number[]} right
 */
function same(left, right) {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
