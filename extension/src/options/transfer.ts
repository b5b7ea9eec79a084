/** Settings as a file, to take them to another browser. A key is never part of it. */

import type { EndpointSetup } from "@citelight/shared/audit/endpoint-choice";
import { ASK_MODES, addressFault, NEW_SETTINGS } from "@citelight/shared/audit/endpoint-choice";
import { ownModelSettings } from "@citelight/shared/own-model/endpoint";
import type { EndpointSettings } from "@citelight/shared/generated/EndpointSettings";
import { languageChoiceFrom, type LanguageChoice } from "../language";
import { choiceFrom, isSite, type SiteChoice } from "../sites";

const SCHEMA = "citelight/settings/1";

/** What a file of settings holds. */
export interface KeptSettings {
  language: LanguageChoice;
  mail: string | null;
  sites: ReadonlyMap<string, SiteChoice>;
  endpoint: Pick<EndpointSetup, "settings" | "ask"> | null;
}

export function written({ language, mail, sites, endpoint }: KeptSettings): string {
  const file = {
    schema: SCHEMA,
    language,
    mail,
    sites: Object.fromEntries(sites),
    endpoint: endpoint === null ? null : { settings: endpoint.settings, ask: endpoint.ask },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads a file of settings; null if it is none. What it holds beside them is left out. */
export function settingsFrom(text: string): KeptSettings | null {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(file) || file.schema !== SCHEMA) return null;
  const sites = isRecord(file.sites) ? Object.entries(file.sites) : [];
  return {
    language: languageChoiceFrom(file.language),
    mail: typeof file.mail === "string" ? file.mail : null,
    sites: new Map(
      sites
        .filter(([site]) => isSite(site))
        .map(([site, choice]): [string, SiteChoice] => [site, choiceFrom(choice)]),
    ),
    endpoint: endpointFrom(file.endpoint),
  };
}

function endpointFrom(kept: unknown): KeptSettings["endpoint"] {
  if (!isRecord(kept) || !isRecord(kept.settings)) return null;
  const { url, model } = kept.settings;
  if (typeof url !== "string" || typeof model !== "string") return null;
  const ask = ASK_MODES.find((mode) => mode === kept.ask) ?? "on-request";
  // Each browser's own model is its own.
  if (kept.settings.kind === "browser") return { settings: ownModelSettings(), ask };
  if (addressFault(url) !== null) return null;
  // Only what is of the kind that it should be.
  const known: [string, unknown][] = Object.entries(NEW_SETTINGS);
  const settings = Object.fromEntries(
    known.map(([name, standard]) => {
      const told = (kept.settings as Record<string, unknown>)[name];
      return [name, isLike(told, standard) ? told : standard];
    }),
  ) as unknown as EndpointSettings;
  return { settings, ask };
}

function isLike(told: unknown, standard: unknown): boolean {
  // What is none by default is a word or a record of amounts.
  if (standard === null) return told === null || typeof told === "string" || isAmounts(told);
  if (isRecord(standard)) return isRecord(told) && Object.keys(standard).every((name) => name in told);
  return typeof told === typeof standard;
}

function isAmounts(told: unknown): boolean {
  return isRecord(told) && Object.values(told).every((amount) => typeof amount === "number" && amount >= 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
