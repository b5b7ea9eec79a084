/** Pages of publishers as they were saved, each with the address under which readers meet it. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bare } from "./reading";

export interface SavedPage {
  name: string;
  path: string;
  address: string;
  html: string;
}

const FIXTURES = "tests/fixtures/pages";
/** Where pages without an address of their own came from. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "bmc-1471-2164-13-425.html": "https://bmcgenomics.biomedcentral.com/articles/10.1186/1471-2164-13-425",
  "latexml-1707.08043.html": "https://arxiv.org/html/1707.08043",
  "plos-pbio.1001461.html": "https://journals.plos.org/plosbiology/article",
};

/** Those of the project, and with CITELIGHT_PAGES=FOLDER those in folders of the reader's: FOLDER/PLATFORM/*.html. */
export function savedPages(): SavedPage[] {
  const own = readdirSync(FIXTURES)
    .filter((file) => file.endsWith(".html") && !file.startsWith("synthetic"))
    .map((file) => join(FIXTURES, file));
  const folder = process.env.CITELIGHT_PAGES;
  const others =
    folder === undefined
      ? []
      : readdirSync(folder, { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".html"))
          .map((file) => join(folder, file));
  return [...own, ...others].map((path, index) => {
    const html = readFileSync(path, "utf8");
    const name = basename(path);
    return {
      name,
      path,
      html,
      address: ADDRESSES[name] ?? addressOf(html) ?? `https://page${index}.example/${name}`,
    };
  });
}

/** The address that a page gives itself. */
function addressOf(html: string): string | null {
  const tags = html.match(/<(?:link|meta)\b[^>]*>/gi) ?? [];
  const own = tags.find((tag) => /rel="?canonical|(?:name|property)="?og:url/i.test(tag));
  const address = /(?:href|content)="(https?:\/\/[^"]+)"/i.exec(own ?? "")?.[1];
  return address === undefined ? null : address.replace(/^http:/, "https:").replace(/[?#].*$/, "");
}

/** The words under all highlights of ours. Runs in the page. */
export function markedWords(): string[] {
  return [...CSS.highlights]
    .filter(([name]) => name.startsWith("citelight-") && !name.endsWith("-active"))
    .flatMap(([, highlight]) => [...highlight].map((range) => (range as Range).toString()));
}

/** The citations whose words are among those that are marked. */
export function onTheirWords<C extends { surface: string }>(
  citations: readonly C[],
  marked: readonly string[],
): C[] {
  const texts = marked.map(bare).filter((text) => text.length > 0);
  return citations.filter(({ surface }) => {
    const wanted = bare(surface);
    return texts.some((text) => text.includes(wanted) || wanted.includes(text));
  });
}
