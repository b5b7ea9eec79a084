/** The fake scholarly APIs as they know the references of a saved page: all records, most abstracts, some texts. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFakeApis } from "../../fake-apis/server.mjs";

/** A reference as `citelight map` reads it. */
interface Mapped {
  id: string;
  raw: string;
  title: string | null;
  year: number | null;
  venue: string | null;
  authors: { family: string; given: string }[];
  doi?: string | null;
  arxiv?: string | null;
  pmid?: string | null;
  pmcid?: string | null;
}

/** Of ten works in a row so many have an abstract, so many a text. */
const WITH_ABSTRACT = 7;
const WITH_TEXT = 3;

const COMMAND = process.env.CITELIGHT_BINARY ?? "target/debug/citelight";

export interface KnownReferences {
  /** How many references the page has. */
  references: number;
  web: Awaited<ReturnType<typeof startFakeApis>>;
  close(): Promise<void>;
}

/** Starts fake APIs, at their documented limits, that know what a page cites. */
export async function knowReferencesOf(path: string): Promise<KnownReferences> {
  const printed = execFileSync(COMMAND, ["map", path, "--format", "json"], { maxBuffer: 1 << 28 });
  const { references } = JSON.parse(printed.toString("utf8")) as { references: Mapped[] };
  const folder = mkdtempSync(join(tmpdir(), "citelight-known-"));
  const works = references.map((reference, index) => {
    const title = reference.title ?? reference.raw.slice(0, 120);
    const hasText = index % 10 < WITH_TEXT;
    const pmcid = hasText
      ? (reference.pmcid ?? `PMC${String(8_100_000 + index)}`)
      : (reference.pmcid ?? undefined);
    if (hasText && pmcid !== undefined) writeFileSync(join(folder, `${pmcid}.xml`), textOf(title));
    return {
      id: `K${String(index)}`,
      type: "journal-article",
      title,
      authors: reference.authors,
      year: reference.year ?? 2010,
      venue: reference.venue ?? "Journal of Known Works",
      ...(reference.doi ? { doi: reference.doi } : {}),
      ...(reference.arxiv ? { arxiv: reference.arxiv } : {}),
      ...(reference.pmid ? { pmid: reference.pmid } : hasText ? { pmid: String(8_100_000 + index) } : {}),
      ...(pmcid === undefined ? {} : { pmcid }),
      ...(index % 10 < WITH_ABSTRACT ? { abstract: abstractOf(title) } : {}),
    };
  });
  const web = await startFakeApis({ works, texts: folder, limits: "enforce" });
  return {
    references: references.length,
    web,
    close: async () => {
      await web.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function abstractOf(title: string): string {
  return `We study ${title.toLowerCase()}. Measurements over three years show what it depends on and what it does not.`;
}

function textOf(title: string): string {
  const escaped = title.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return `<?xml version="1.0"?>
<article><front><article-meta><title-group><article-title>${escaped}</article-title></title-group></article-meta></front>
<body><sec><title>Results</title>${`<p>Measurements over three years show what ${escaped} depends on. The effect was seen in each year.</p>`.repeat(4)}</sec></body></article>`;
}
