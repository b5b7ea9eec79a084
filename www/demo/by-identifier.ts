/** An article by its arXiv id or DOI, from those who let pages of other sites read it. */

import { webAddress } from "../shared/audit/full-texts";

/** What a reader typed, pasted or followed. */
export interface Identifier {
  readonly kind: "arxiv" | "doi";
  readonly id: string;
}

/** Why there is nothing to show; what the reader is told, and the page where the article is. */
export type Refusal =
  | { kind: "offline" }
  | { kind: "closed"; identifier: Identifier; at: string }
  | { kind: "unanswered"; host: string };

export class NotFetched extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.kind);
  }
}

const EUROPE_PMC = "https://www.ebi.ac.uk/europepmc/webservices/rest";
const ARXIV = /^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d{1,2})?$/i;
const DOI = /^10\.\d{4,9}\/\S{1,200}$/;

/** The identifier that a text is, alone or as an address; null if it is none. */
export function identifierIn(text: string): Identifier | null {
  const words = text.trim();
  const url = /^https?:/i.test(words) ? webAddress(words) : null;
  if (url !== null) {
    if (/(?:^|\.)arxiv\.org$/.test(url.host))
      return arxiv(url.pathname.replace(/^\/(?:abs|pdf|html|format)\//, "").replace(/\.pdf$/, ""));
    return /(?:^|\.)doi\.org$/.test(url.host) ? doi(decoded(url.pathname.slice(1))) : null;
  }
  return arxiv(words.replace(/^arxiv:\s*/i, "")) ?? doi(words.replace(/^doi:\s*/i, ""));
}

function arxiv(id: string): Identifier | null {
  return ARXIV.test(id) ? { kind: "arxiv", id } : null;
}

function doi(id: string): Identifier | null {
  const preprint = /^10\.48550\/arxiv\.(.+)$/i.exec(id)?.[1];
  if (preprint !== undefined) return arxiv(preprint);
  return DOI.test(id) ? { kind: "doi", id } : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Where readers find it. */
export function pageOf({ kind, id }: Identifier): string {
  return kind === "arxiv" ? `https://arxiv.org/abs/${id}` : `https://doi.org/${id}`;
}

/** The article's markup: HTML of arXiv, JATS of Europe PMC. */
export async function fetchArticle(identifier: Identifier, signal: AbortSignal): Promise<File> {
  if (!navigator.onLine) throw new NotFetched({ kind: "offline" });
  if (identifier.kind === "arxiv") {
    const answer = await fetch(`https://arxiv.org/html/${identifier.id}`, quiet(signal)).catch(() => null);
    signal.throwIfAborted();
    // A browser does not tell whether a server was silent, or kept the answer to itself.
    if (answer?.ok !== true) throw closed(identifier);
    return new File([await answer.blob()], `${identifier.id}.html`, { type: "text/html" });
  }
  const query = new URLSearchParams({ query: `DOI:"${identifier.id}"`, format: "json", pageSize: "1" });
  const found = (await (await ask(`search?${query.toString()}`, signal)).json()) as Found;
  const [work] = found.resultList?.result ?? [];
  if (work?.pmcid === undefined || work.isOpenAccess !== "Y" || !/^PMC\d+$/.test(work.pmcid))
    throw closed(identifier);
  const answer = await ask(`${work.pmcid}/fullTextXML`, signal);
  return new File([await answer.blob()], `${work.pmcid}.xml`, { type: "text/xml" });
}

/** What is read of an answer of Europe PMC. */
interface Found {
  resultList?: { result?: { pmcid?: string; isOpenAccess?: string }[] };
}

async function ask(path: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(`${EUROPE_PMC}/${path}`, quiet(signal)).catch(() => null);
  signal.throwIfAborted();
  if (answer?.ok !== true) throw new NotFetched({ kind: "unanswered", host: new URL(EUROPE_PMC).host });
  return answer;
}

/** Nothing is told of who asks. */
function quiet(signal: AbortSignal): RequestInit {
  return { signal, credentials: "omit", referrerPolicy: "no-referrer" };
}

function closed(identifier: Identifier): NotFetched {
  return new NotFetched({ kind: "closed", identifier, at: pageOf(identifier) });
}
