/** @typedef {{ok: boolean, status: number, body: any, retryAfter: number}} Answer */

const PATIENCE = 10_000;

/**
 * Call the service. Rejects where no answer comes; an error that is answered resolves.
 *
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
export async function call(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body) {
    headers["Content-Type"] = "application/json";
    headers["X-CSRFToken"] = cookie("csrftoken");
  }
  const response = await fetch(path, {
    method,
    headers,
    body: body && JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  });
  return {
    ok: response.ok,
    status: response.status,
    body: await response.json(),
    retryAfter: Number(response.headers.get("Retry-After")) || 0,
  };
}

/** @param {string} name */
export function cookie(name) {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? found.slice(name.length + 1) : "";
}
