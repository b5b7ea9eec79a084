/** What a search for the source of a sentence gives. */

/** A work that was found, and how near the sentence is to its title and abstract. */
export interface Source {
  title: string;
  authors: readonly string[];
  year: number | null;
  doi: string | null;
  /** Null where nothing compares meanings. */
  cosine: number | null;
}

export interface FoundSources {
  sources: readonly Source[];
  /** Indexes that did not answer, by name. */
  failed: readonly string[];
}
