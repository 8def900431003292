import { bytesOf, sha256, sha256OfText, streamOf } from "./hashes.js";

/**
 * A proof as the API gives it; the parts that are computed again.
 *
 * @typedef {object} Proof
 * @property {string} seed
 * @property {string} commitment
 * @property {{keep?: boolean[], row?: string}[]} moves
 * @property {{turn: number, throw: number, dice: number[]}[]} throws
 * @property {Record<string, number | null>} sheet
 */

/** @typedef {{position: number, date: string, commitment: string, chain_hash: string}} Entry */

const CHAIN_START = "0".repeat(64);

/** @param {Proof} proof */
export async function commitmentFits(proof) {
  return (await sha256(bytesOf(proof.seed))) === proof.commitment;
}

/**
 * The dice on the table after each throw of the game, from the seed and the moves alone.
 *
 * @param {Proof} proof
 * @returns {Promise<number[][]>}
 */
export async function computeThrows(proof) {
  const stream = await streamOf(proof.seed, proof.throws[0]?.dice.length ?? 0);
  const turns = Object.keys(proof.sheet).length;
  let [turn, number] = [1, 1];
  let dice = await stream(turn, number);
  const computed = [dice];
  for (const { keep } of proof.moves) {
    [turn, number] = keep ? [turn, number + 1] : [turn + 1, 1];
    if (turn > turns) break;
    dice = rethrow(dice, keep ?? [], await stream(turn, number));
    computed.push(dice);
  }
  return computed;
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
 * Whether each entry follows from the one before it: none was replaced, moved or taken out.
 *
 * @param {Entry[]} entries from the first one on
 */
export async function chainHolds(entries) {
  let previous = CHAIN_START;
  for (const [index, entry] of entries.entries()) {
    const hash = await sha256OfText(`${previous} ${entry.date} ${entry.commitment}`);
    if (entry.position !== index + 1 || entry.chain_hash !== hash) return false;
    previous = hash;
  }
  return true;
}

/**
 * @param {number[]} left
 * @param {number[] | undefined} right
 */
export function same(left, right) {
  return left.length === right?.length && left.every((value, index) => value === right[index]);
}
