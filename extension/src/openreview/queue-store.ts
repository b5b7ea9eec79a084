/** What is kept of consoles' queues, in the extension's own storage: ids and counts, no titles and no findings. */

import { withLock } from "../with-lock";
import type { CitationCounts } from "@citelight/shared/generated/CitationCounts";
import type { StoredQueue } from "./audit-queue";

const KEY = "openreview";
/** Submissions of some years; the oldest go first. */
const MOST = 1000;

interface Kept {
  /** Consoles whose queue the reader started and did not pause. */
  wanted: string[];
  checked: Record<string, CitationCounts>;
}

async function read(): Promise<Kept> {
  const { [KEY]: kept } = await chrome.storage.local.get(KEY);
  return (kept as Kept | undefined) ?? { wanted: [], checked: {} };
}

function change(how: (kept: Kept) => Kept): Promise<void> {
  return withLock(KEY, async () => {
    await chrome.storage.local.set({ [KEY]: how(await read()) });
  });
}

export async function storedQueue(group: string, ids: readonly string[]): Promise<StoredQueue> {
  const { wanted, checked } = await read();
  // What an earlier version counted otherwise is counted anew.
  const isCounted = (counts: Partial<CitationCounts>): boolean => counts.total !== undefined;
  const own = Object.entries(checked).filter(([id, counts]) => ids.includes(id) && isCounted(counts));
  return { isWanted: wanted.includes(group), checked: Object.fromEntries(own) };
}

export function keepWanted(group: string, isWanted: boolean): Promise<void> {
  return change(({ wanted, checked }) => {
    const others = wanted.filter((one) => one !== group);
    return { wanted: isWanted ? [...others, group] : others, checked };
  });
}

export function keepChecked(id: string, counts: CitationCounts): Promise<void> {
  return change(({ wanted, checked }) => {
    const others = Object.entries(checked).filter(([other]) => other !== id);
    const all = [...others, [id, counts] as const];
    return { wanted, checked: Object.fromEntries(all.slice(-MOST)) };
  });
}
