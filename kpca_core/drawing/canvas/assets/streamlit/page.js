/** The page around a component: its address, and how it hears what a reader has set. */

/** Whether Streamlit's own connection to the server is lost. */
export function isDown() {
  return document.documentElement.dataset.server === "down";
}

/**
 * Let the page settle what a reader has set, see `views/shared/messages.js`.
 *
 * @param {object} settings  values by the keys of the address
 * @param {object} [beside]  what no address holds
 * @param {object | null} [address]  the whole address instead of settings
 * @returns {number} of the message, larger than those before it
 */
export function settle(settings, beside = {}, address = null) {
  const detail = { settings, beside, address, number: 0 };
  dispatchEvent(new CustomEvent("kpca-settle", { detail }));
  return detail.number;
}

/**
 * The address of the page with other settings.
 *
 * @param {string} here
 * @param {object} settings  values by the keys of the address
 */
export function addressWith(here, settings) {
  const url = new URL(here);
  for (const [key, value] of Object.entries(settings)) url.searchParams.set(key, String(value));
  return url.href;
}

/** Write settings into the address of this entry of the history; null leaves one out. */
export function replaceAddress(settings) {
  const url = new URL(location.href);
  for (const [key, text] of Object.entries(settings)) {
    if (text === null) url.searchParams.delete(key);
    else url.searchParams.set(key, text);
  }
  if (url.href !== location.href) history.replaceState(history.state, "", url.href);
}
