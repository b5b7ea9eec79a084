/** Findings that somebody published for a page. */

/** How findings that came in a file fit a page. */
export interface Fit {
  /** Citing sentences, and those of them that do not stand on the page as they were checked. */
  citations: { missing: number; all: number };
  /** Entries of the reference list. */
  references: { missing: number; all: number };
  /** Names of the models that were used. */
  models: readonly string[];
}

/** Where findings come from that somebody published for a page, and how they fit it. */
export interface Published extends Fit {
  /** Host of the file. */
  host: string;
  /** The page's own site, another one that the page links to, or the place that the reader chose. */
  from: "site" | "link" | "chosen";
}
