import assert from "node:assert/strict";
import { test } from "node:test";
import { chromeManifest, firefoxManifest } from "../../www/manifest.mjs";

const chrome = chromeManifest();
const firefox = firefoxManifest(chrome);
/** @type {Record<string, unknown>} */
const shared = firefox;

test("Firefox's manifest says what Chrome's says, in Firefox's words", () => {
  for (const key of ["manifest_version", "name", "version", "description", "icons", "action", "options_ui"])
    assert.deepEqual(shared[key], chrome[key], key);
  assert.deepEqual(firefox.background, { scripts: ["background.js"], type: "module" });
  assert.equal(firefox.sidebar_action.default_panel, "panel.html");
  assert.equal(firefox.browser_specific_settings.gecko.strict_min_version, "142.0");
  for (const key of ["minimum_chrome_version", "side_panel"]) assert.ok(!(key in firefox), key);
});

test("Firefox asks for no host and no permission that Chrome does not ask for", () => {
  assert.deepEqual(firefox.permissions, ["activeTab", "scripting", "storage"]);
  assert.equal(shared.host_permissions, undefined);
  for (const host of firefox.optional_host_permissions)
    assert.ok(chrome.optional_host_permissions.includes(host), host);
  assert.equal(
    firefox.content_security_policy.extension_pages,
    `${chrome.content_security_policy.extension_pages.replace(" file:", "")}; frame-src 'self'`,
  );
});

test("nothing is sent unless the reader consents, and Firefox is told what may be", () => {
  assert.deepEqual(firefox.browser_specific_settings.gecko.data_collection_permissions, {
    required: ["none"],
    optional: ["websiteContent", "personallyIdentifyingInfo", "authenticationInfo"],
  });
});
