/** `<cite-light badge>`: one line with the counts of an article's findings, for lists of articles. */

import type { InitialMessages } from "../shared/ui/locales/english/initial";

export interface BadgeOptions {
  /** Address of findings, or of their summary alone. */
  src: string;
  /** Where the badge leads; empty for nowhere. */
  href: string;
  words: InitialMessages;
  signal: AbortSignal;
}

/** How many citations were checked, of how many, and how many need attention. */
interface Counts {
  all: number;
  checked: number;
  problems: number;
}

// The summary alone has a few hundred; a list of articles must cost little.
const MOST_BYTES = 4e6;

const CSS = `
:host { display: inline-block; font: 500 13px/18px var(--citelight-font, system-ui, sans-serif); }
:host([hidden]) { display: none; }
[part=badge] { display: inline-flex; gap: 6px; align-items: center; padding: 2px 8px; border: 1px solid; border-radius: 10px;
  color: var(--citelight-ink, inherit); text-decoration: none; border-color: color-mix(in srgb, currentColor 35%, transparent); }
a[part=badge]:hover { text-decoration: underline; }
a[part=badge]:focus-visible { outline: 2px solid var(--citelight-focus, Highlight); outline-offset: 2px; }
i { width: 8px; height: 8px; border: 1.5px solid; border-radius: 50%; }
.problems i { background: currentColor; }
`;

/** Draws the badge; whether there is something to say. Fails in words for whoever makes the page. */
export async function drawBadge(
  root: ShadowRoot,
  { src, href, words, signal }: BadgeOptions,
): Promise<boolean> {
  const counts = await countsAt(src, signal);
  if (counts.all === 0) {
    root.replaceChildren();
    return false;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
  const badge = document.createElement(href === "" ? "span" : "a");
  if (badge instanceof HTMLAnchorElement) badge.href = href;
  badge.setAttribute("part", "badge");
  badge.lang = words.language;
  badge.classList.toggle("problems", counts.problems > 0);
  badge.append(document.createElement("i"), lineOf(counts, words));
  root.replaceChildren(badge);
  return true;
}

function lineOf({ all, checked, problems }: Counts, words: InitialMessages): string {
  return problems > 0 ? words.badgeProblems(problems, all) : words.badgeChecked(checked, all);
}

async function countsAt(src: string, signal: AbortSignal): Promise<Counts> {
  const answer = await fetch(src, { signal });
  if (!answer.ok) throw new Error(`${src} could not be loaded: status ${answer.status}`);
  const text = await boundedText(answer, src);
  let summary: unknown;
  try {
    ({ summary } = JSON.parse(text) as { summary?: unknown });
  } catch {
    throw new Error(`${src} is not JSON`);
  }
  const counts = countsOf(summary);
  if (counts === null) throw new Error(`${src} has no summary as citelight check --format json writes it`);
  return counts;
}

async function boundedText(answer: Response, src: string): Promise<string> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let read = 0;
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    read += step.value.byteLength;
    if (read > MOST_BYTES) {
      await reader?.cancel();
      throw new Error(`${src} is larger than ${MOST_BYTES / 1e6} MB; give the summary alone`);
    }
    text += decoder.decode(step.value, { stream: true });
  }
  return text + decoder.decode();
}

/** The counts of a summary: of citations, or of pairs where it was written before citations were counted; null if it has neither. */
export function countsOf(summary: unknown): Counts | null {
  const { citations } = (summary ?? {}) as { citations?: unknown };
  return (
    counted(withHints(citations), {
      problems: ["review", "reference", "retracted_since"],
      checked: ["supported", "may_differ", "may_not_fit", "undecidable"],
      open: ["unchecked"],
    }) ??
    counted(summary, { problems: ["miscited"], checked: ["supported", "undecidable"], open: ["unchecked"] })
  );
}

/** Counts of a version that knew no hints have none. */
function withHints(citations: unknown): unknown {
  return typeof citations === "object" && citations !== null
    ? { may_differ: 0, may_not_fit: 0, ...citations }
    : citations;
}

function counted(
  counts: unknown,
  names: Readonly<Record<"problems" | "checked" | "open", readonly string[]>>,
): Counts | null {
  const sum = (which: readonly string[]): number =>
    which.reduce((total, name) => total + countOf((counts as Record<string, unknown> | null)?.[name]), 0);
  const [problems, checked, open] = [sum(names.problems), sum(names.checked), sum(names.open)];
  const all = problems + checked + open;
  return Number.isNaN(all) ? null : { all, checked: problems + checked, problems };
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : NaN;
}
