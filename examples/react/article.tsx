/** An article with its citation check, in React 19. */

import { useState } from "react";
import type { Summary } from "cite-light";
import type {} from "cite-light/react";
import "cite-light";

interface ArticleProps {
  /** The article's own markup. */
  children: React.ReactNode;
  /** Findings that were computed beforehand; left out: readers check for themselves. */
  findings?: string;
}

export function Article({ children, findings = "" }: ArticleProps) {
  const [summary, setSummary] = useState<Summary | null>(null);
  return (
    <>
      <article id="article">{children}</article>
      <cite-light
        for="#article"
        src={findings}
        // Where the files of the npm package are hosted: a bundler takes its script along, not its workers.
        assets="/citelight/"
        oncitelight-finished={({ detail }) => {
          setSummary(detail);
        }}
      />
      {summary !== null && (
        <p role="status">{`${summary.pairs - summary.unchecked} of ${summary.pairs} citations read`}</p>
      )}
    </>
  );
}
