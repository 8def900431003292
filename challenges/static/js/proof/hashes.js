/** SHA-256 and the dice that follow from a seed, by the browser's own cryptography. */

// 252 is the highest multiple of six in a byte: the bytes from there on would favour low faces.
const FAIR_BYTES = 252;
const FACES = 6;
const ascii = new TextEncoder();

/** @param {string} text hexadecimal */
export function bytesOf(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function sha256OfText(text) {
  return sha256(ascii.encode(text));
}

/** @typedef {(turn: number, number: number) => Promise<number[]>} Stream gives throw n of a turn */

/**
 * @param {string} seed
 * @param {number} diceCount
 * @returns {Promise<Stream>}
 */
export async function streamOf(seed, diceCount) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(seed), algorithm, false, ["sign"]);
  return async (turn, number) => {
    /** @type {number[]} */
    const values = [];
    for (let block = 0; values.length < diceCount; block += 1) {
      const message = ascii.encode(`${turn}:${number}:${block}`);
      const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
      values.push(...[...bytes].filter((byte) => byte < FAIR_BYTES).map((byte) => (byte % FACES) + 1));
    }
    return values.slice(0, diceCount);
  };
}
