import { call, cookie } from "./api.js";
import { reload } from "./reload.js";
import { device } from "./storage.js";

/** Lets the service know in which zone its reader's days begin. */

const YEAR = 365 * 24 * 3600;
const page = document.body.dataset;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function tellTimeZone() {
  if (!zone || page.timeZone === undefined) return;
  fillForms();
  if (page.timeZone === "") tellByCookie();
  else tellProfile();
}

function fillForms() {
  for (const input of document.querySelectorAll("input[name=time_zone]")) {
    if (input instanceof HTMLInputElement) input.value = zone;
  }
}

/** Of a reader without an account; a page of another date than theirs is loaded once more. */
function tellByCookie() {
  if (cookie("time_zone") === zone) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `time_zone=${zone}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
  const isKept = cookie("time_zone") === zone;
  if (isKept && page.today !== dateIn(zone)) reload();
}

/**
 * A player's profile follows the device when its zone changes, and not otherwise: a zone that was
 * chosen in the settings stays until then.
 */
async function tellProfile() {
  if (device.read("time-zone") === zone) return;
  if (page.timeZone !== zone) {
    const answer = await call("PATCH", "/api/v1/me", { time_zone: zone }).catch(() => null);
    if (!answer?.ok) return;
    const isOtherDay = answer.body.today !== page.today;
    if (isOtherDay && !document.getElementById("table")) reload();
  }
  device.write("time-zone", zone);
}

/** @param {string} timeZone */
function dateIn(timeZone) {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
}
