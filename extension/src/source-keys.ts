/** The reader's keys of scholarly sources: kept on this computer, handed to the audits that ask these sources, and to no page. */

import { withLock } from "./with-lock";
import { grants } from "./browser/grants";
import { writeSecret, readSecret } from "./browser/secret-store";

/** Sources that answer more to those who have a key. */
export const KEYED_SOURCES = ["openalex", "semanticscholar"] as const;
export type KeyedSource = (typeof KEYED_SOURCES)[number];
export const SOURCE_NAMES: Record<KeyedSource, string> = {
  openalex: "OpenAlex",
  semanticscholar: "Semantic Scholar",
};
export type SourceKeys = Partial<Record<KeyedSource, string>>;

const KEPT = "source-keys";

/** A key goes into an address or a header: nothing but printed characters. */
export function isKey(text: string): boolean {
  return /^[!-~]{1,512}$/.test(text);
}

export async function readSourceKeys(): Promise<SourceKeys> {
  return (await readSecret<SourceKeys>(KEPT)) ?? {};
}

/** Whether they were kept beside those of other sources. Asking is allowed only while the reader's click lasts: before anything is awaited. */
export async function addSourceKeys(keys: SourceKeys): Promise<boolean> {
  if (!(await grants.ask([], ["authenticationInfo"]))) return false;
  await withLock(KEPT, async () => {
    await writeSecret(KEPT, { ...(await readSourceKeys()), ...keys });
  });
  return true;
}

export function removeSourceKey(source: KeyedSource): Promise<void> {
  return withLock(KEPT, async () => {
    const kept = Object.entries(await readSourceKeys());
    await writeSecret(KEPT, Object.fromEntries(kept.filter(([name]) => name !== source)));
  });
}

/** Those that may be sent. */
export async function allowedSourceKeys(): Promise<SourceKeys> {
  return (await grants.isGranted([], ["authenticationInfo"])) ? readSourceKeys() : {};
}
