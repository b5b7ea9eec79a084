/** The reader's endpoint: kept here with its key, which no message of ours ever holds. */

import {
  ASK_MODES,
  useOf,
  type AskMode,
  type EndpointSetup,
  type EndpointUse,
  type KeyLasts,
} from "@citelight/shared/audit/endpoint-choice";
import { withLock } from "../with-lock";
import { grants } from "../browser/grants";
import { restrictStorage, removeSecret, writeSecret, readSecret } from "../browser/secret-store";
import { originsOf } from "../endpoint-origin";
import type { AuditTrigger, EndpointChanged, FromOptions, StoredEndpoint } from "../messages";
import type { SiteChoice } from "../sites";

const KEY = "endpoint";
/** In the session's storage, which is never on disk and ends with the browser: a key that is not to be stored. */
const SESSION_KEY = "endpoint-key";

function stored(): Promise<StoredEndpoint | null> {
  return readSecret<StoredEndpoint>(KEY);
}

async function sessionKey(): Promise<string | null> {
  const { [SESSION_KEY]: key } = await chrome.storage.session.get(SESSION_KEY);
  return typeof key === "string" ? key : null;
}

async function withKey(): Promise<StoredEndpoint | null> {
  const kept = await stored();
  return kept === null ? null : { ...kept, key: kept.key ?? (await sessionKey()) };
}

/** What is kept, key and all: for the service worker alone. Never read amid a change, when the key may be another server's. */
export function storedEndpoint(): Promise<StoredEndpoint | null> {
  return withLock(KEY, withKey);
}

async function change(endpoint: StoredEndpoint, lasts: KeyLasts): Promise<void> {
  const { key } = endpoint;
  await restrictStorage();
  await chrome.storage.session.remove(SESSION_KEY);
  if (lasts === "session" && key !== null) await chrome.storage.session.set({ [SESSION_KEY]: key });
  await writeSecret(KEY, { ...endpoint, lasts, key: lasts === "stored" ? key : null });
}

/**
 * What audits of a document may put to it: nothing without the reader's word, for each of its sites, and the browser's.
 *
 * @param withinBrowser the choices that hold for the browser's own model
 */
export async function endpointUse(
  choices: readonly SiteChoice[],
  withinBrowser: readonly SiteChoice[],
  cause: AuditTrigger,
): Promise<EndpointUse | null> {
  const known = await withLock(KEY, setup);
  if (known === null) return null;
  const sites = known.settings.kind === "browser" ? withinBrowser : choices;
  const granted = await grants.isGranted(originsOf(known.settings), ["websiteContent"]);
  return granted
    ? useOf({ ...known, ask: strictest(sites.map((site) => askAt(site, cause, known.ask))) }, true)
    : null;
}

function strictest(modes: readonly AskMode[]): AskMode {
  return ASK_MODES.find((mode) => modes.includes(mode)) ?? "off";
}

/** Pages that nobody clicked on cost nothing, unless the reader said so for their very site. */
function askAt(site: SiteChoice, cause: AuditTrigger, everywhere: AskMode): AskMode {
  if (site.ask !== null) return site.ask;
  return cause === "automatic" && everywhere === "always" ? "on-request" : everywhere;
}

/** Cards that are open offer what holds now. */
function tell(): void {
  const changed: EndpointChanged = { kind: "endpoint-changed" };
  chrome.runtime.sendMessage(changed).catch(() => {
    // Nothing is being checked.
  });
}

/** What was set up, without the key. */
async function setup(): Promise<EndpointSetup | null> {
  const kept = await withKey();
  if (kept === null) return null;
  const { settings, ask, key, lasts } = kept;
  return { settings, ask, hasKey: key !== null, keyLasts: lasts ?? "stored" };
}

/** Answers the options page. */
export function fromOptions(message: FromOptions): Promise<EndpointSetup | boolean | null> {
  return withLock(KEY, () => answered(message));
}

/** The hosts of the endpoint that is set up, as browsers grant them. */
export async function endpointHosts(): Promise<readonly string[]> {
  const kept = await storedEndpoint();
  return kept === null ? [] : originsOf(kept.settings);
}

async function answered(message: FromOptions): Promise<EndpointSetup | boolean | null> {
  const kept = await withKey();
  switch (message.kind) {
    case "endpoint":
      return setup();
    case "set-endpoint": {
      const { settings, ask, key, lasts } = message;
      // A key belongs to the server that it was given for.
      const isSame = kept !== null && new URL(kept.settings.url).origin === new URL(settings.url).origin;
      const keptKey = isSame ? kept.key : null;
      // Only the reader's own choice ends another: a key for the session is not stored because a file of settings was loaded.
      await change({ settings, ask, key: key ?? keptKey }, lasts ?? kept?.lasts ?? "stored");
      tell();
      return true;
    }
    case "remove-key":
      if (kept !== null) await change({ ...kept, key: null }, kept.lasts ?? "stored");
      return true;
    case "forget-endpoint":
      await removeSecret(KEY);
      await chrome.storage.session.remove(SESSION_KEY);
      tell();
      return true;
  }
}
