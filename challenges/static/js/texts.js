/**
 * The words that the page brought along for its script.
 *
 * @param {string} id
 * @returns {any}
 */
export function textsOf(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "{}");
}

/**
 * `fill("Die {number}", {number: 2})` is "Die 2".
 *
 * @param {string} template
 * @param {Record<string, string | number>} values
 */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
