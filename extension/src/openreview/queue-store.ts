/** What is kept of consoles' queues, in the extension's own storage: ids and counts, no titles and no findings. */

import { withLock } from "../with-lock";
import type { CheckedSubmission, StoredQueue } from "./audit-queue";
import { areCounts } from "./submission-counts";

const KEY = "openreview";
/** A large venue's submissions, and those of some years; the oldest go first. */
const MOST = 5000;

interface StoredQueues {
  /** Consoles whose queue the reader started and did not pause. */
  wanted: string[];
  checked: Record<string, CheckedSubmission>;
}

async function read(): Promise<StoredQueues> {
  const { [KEY]: kept } = await chrome.storage.local.get(KEY);
  return (kept as StoredQueues | undefined) ?? { wanted: [], checked: {} };
}

function change(how: (kept: StoredQueues) => StoredQueues): Promise<void> {
  return withLock(KEY, async () => {
    await chrome.storage.local.set({ [KEY]: how(await read()) });
  });
}

export async function storedQueue(group: string, ids: readonly string[]): Promise<StoredQueue> {
  const { wanted, checked } = await read();
  // What an earlier version kept otherwise is checked anew.
  const isKept = ({ counts, references }: Partial<CheckedSubmission>): boolean =>
    areCounts(counts) && references !== undefined;
  const wantedIds = new Set(ids);
  const own = Object.entries(checked).filter(([id, one]) => wantedIds.has(id) && isKept(one));
  return { isWanted: wanted.includes(group), checked: Object.fromEntries(own) };
}

export function keepWanted(group: string, isWanted: boolean): Promise<void> {
  return change(({ wanted, checked }) => {
    const others = wanted.filter((one) => one !== group);
    return { wanted: isWanted ? [...others, group] : others, checked };
  });
}

export function keepChecked(id: string, own: CheckedSubmission): Promise<void> {
  return change(({ wanted, checked }) => {
    const others = Object.entries(checked).filter(([other]) => other !== id);
    const all = [...others, [id, own] as const];
    return { wanted, checked: Object.fromEntries(all.slice(-MOST)) };
  });
}
