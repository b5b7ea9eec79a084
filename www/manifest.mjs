// The extension's manifests. manifest.json is Chrome's and says all that both browsers share; what Firefox wants otherwise stands here.

import { readFileSync } from "node:fs";

/**
 * What is read of Chrome's.
 *
 * @typedef {Record<string, unknown> & {
 *   name: string,
 *   action: { default_icon: Record<string, string> },
 *   background: { service_worker: string, type: string },
 *   side_panel: { default_path: string },
 *   permissions: string[],
 *   optional_host_permissions: string[],
 *   content_security_policy: { extension_pages: string },
 * }} Manifest
 */

/** The first that asks for the consent below on every system. Older long-term versions get no more corrections. */
const OLDEST_FIREFOX = "142.0";

/** Keys that Firefox does not know. */
const CHROME_ONLY = ["minimum_chrome_version", "side_panel"];
/** Interfaces that Firefox does not have: its event page owns the worker, and its sidebar needs no permission. */
const CHROME_PERMISSIONS = ["offscreen", "sidePanel"];
/** No extension of Firefox may open files of this computer. */
const CHROME_HOSTS = ["file:///*"];

/** @returns {Manifest} */
export function chromeManifest() {
  const manifest = /** @type {unknown} */ (JSON.parse(readFileSync("manifest.json", "utf8")));
  return /** @type {Manifest} */ (manifest);
}

/**
 * Firefox's manifest, from Chrome's.
 *
 * @param {Manifest} chrome
 */
export function firefoxManifest(chrome) {
  const shared = Object.fromEntries(Object.entries(chrome).filter(([key]) => !CHROME_ONLY.includes(key)));
  const { service_worker: script, type } = chrome.background;
  const policy = chrome.content_security_policy.extension_pages.replace(" file:", "");
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
    background: { scripts: [script], type },
    sidebar_action: {
      default_title: chrome.name,
      default_panel: chrome.side_panel.default_path,
      default_icon: chrome.action.default_icon,
      open_at_install: false,
    },
    permissions: chrome.permissions.filter((permission) => !CHROME_PERMISSIONS.includes(permission)),
    optional_host_permissions: chrome.optional_host_permissions.filter(
      (host) => !CHROME_HOSTS.includes(host),
    ),
    // The page that owns the worker is a frame of the event page.
    content_security_policy: { extension_pages: `${policy}; frame-src 'self'` },
  };
}
