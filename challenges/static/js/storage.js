/** What this browser remembers; without storage it remembers nothing and all else works. */

/**
 * @param {Storage | undefined} storage
 * @param {string} key
 * @returns {any} null where nothing is kept
 */
function read(storage, key) {
  try {
    return JSON.parse(storage?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {Storage | undefined} storage
 * @param {string} key
 * @param {unknown} value null forgets
 */
function write(storage, key, value) {
  try {
    if (value === null) storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify(value));
  } catch {
    // Full, or forbidden by the browser's settings.
  }
}

/** @param {"localStorage" | "sessionStorage"} kind */
function storageOf(kind) {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}

/** @param {"localStorage" | "sessionStorage"} kind */
function memory(kind) {
  const storage = storageOf(kind);
  return {
    /** @param {string} key */
    read: (key) => read(storage, key),
    /** @param {string} key @param {unknown} value */
    write: (key, value) => write(storage, key, value),
  };
}

export const device = memory("localStorage");
export const tab = memory("sessionStorage");
