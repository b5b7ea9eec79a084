// The extension's manifests. manifest.json is Chrome's and says all that both browsers share; what Firefox wants otherwise stands here.

/** @typedef {Record<string, unknown>} Manifest */

const OLDEST_FIREFOX = "128.0";

/** Keys that Firefox does not know. */
const CHROME_ONLY = ["minimum_chrome_version", "side_panel"];
/** Interfaces that Firefox does not have: its event page owns the worker, and its sidebar needs no permission. */
const CHROME_PERMISSIONS = ["offscreen", "sidePanel"];
/** No extension of Firefox may open files of this computer. */
const CHROME_HOSTS = ["file:///*"];

/**
 * Firefox's manifest, from Chrome's.
 *
 * @param {Manifest} chrome
 * @returns {Manifest}
 */
export function firefoxManifest(chrome) {
  const shared = Object.fromEntries(Object.entries(chrome).filter(([key]) => !CHROME_ONLY.includes(key)));
  const { service_worker: script, ...background } = record(chrome.background);
  const { default_path: panel } = record(chrome.side_panel);
  const { extension_pages: policy } = record(chrome.content_security_policy);
  return {
    ...shared,
    browser_specific_settings: {
      gecko: {
        id: "citelight@citelight.example",
        strict_min_version: OLDEST_FIREFOX,
        // Nothing is sent by itself. Each of these is asked for when the reader switches on what sends it (docs/privacy.md): references
        // and sentences of the page, the mail address that the sources are told, the key of the reader's own endpoint.
        data_collection_permissions: {
          required: ["none"],
          optional: ["websiteContent", "personallyIdentifyingInfo", "authenticationInfo"],
        },
      },
    },
    background: { scripts: [script], ...background },
    sidebar_action: {
      default_title: chrome.name,
      default_panel: panel,
      default_icon: record(chrome.action).default_icon,
      open_at_install: false,
    },
    permissions: without(chrome.permissions, CHROME_PERMISSIONS),
    optional_host_permissions: without(chrome.optional_host_permissions, CHROME_HOSTS),
    // The page that owns the worker is a frame of the event page.
    content_security_policy: { extension_pages: `${String(policy).replace(" file:", "")}; frame-src 'self'` },
  };
}

/** @param {unknown} value @returns {Record<string, unknown>} */
function record(value) {
  if (typeof value !== "object" || value === null) throw new Error("manifest.json lacks what Firefox's is made of");
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} list @param {readonly string[]} dropped */
function without(list, dropped) {
  if (!Array.isArray(list)) throw new Error("manifest.json lacks a list that Firefox's is made of");
  return list.filter((/** @type {string} */ entry) => !dropped.includes(entry));
}
