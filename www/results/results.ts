/** The page of all results: what was measured, from the same files as the report (docs/results.md). In English alone, as the files are. */

import type { Results } from "./generated/Results";
import { fill, h } from "../shared/ui/dom";
import { overview } from "./overview";
import { suite } from "./suite";

const SCHEMA = "citelight/results/1";

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page of results has no #${id}`);
  return element;
}

async function read(path: string): Promise<unknown> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return answer.json();
}

async function readResults(name: string): Promise<Results> {
  const results = (await read(`data/${encodeURIComponent(name)}.json`)) as Results;
  if (results.schema !== SCHEMA || !Array.isArray(results.figures))
    throw new Error(`${name} is not of the form ${SCHEMA}`);
  return results;
}

/** What can be shown is shown; the rest is named. */
async function show(): Promise<void> {
  const problems: string[] = [];
  const names = (await read("data/index.json")) as string[];
  const found = await Promise.all(
    names.map((name) =>
      readResults(name).catch((error: unknown) => {
        problems.push(error instanceof Error ? error.message : String(error));
        return null;
      }),
    ),
  );
  const sections: HTMLElement[] = [];
  const all = found.filter((results) => results !== null);
  const shown = all.filter((results) => {
    try {
      sections.push(suite(results));
      return true;
    } catch (error) {
      problems.push(
        `${results.suite} cannot be shown: ${error instanceof Error ? error.message : String(error)}`,
      );
      return false;
    }
  });
  if (shown.length === 0 && problems.length === 0) problems.push("No results are stored yet.");
  fill(byId("results"), shown.length > 0 && overview(shown), ...sections);
  fill(byId("contents"), contents(shown));
  if (problems.length > 0) tell(problems.join("; "));
}

/** Where there is one column, the list of suites would stand before everything: it is folded there. */
function contents(shown: readonly Results[]): HTMLElement {
  const list = h(
    "ul",
    {},
    h("li", {}, h("a", { href: "#bars" }, "What was aimed at")),
    ...shown.map(({ suite, title }) => h("li", {}, h("a", { href: `#${suite}` }, title))),
  );
  const folded = h("details", {}, h("summary", {}, "Suites"), list);
  const isWide = matchMedia("(min-width: 901px)");
  const unfold = (): void => {
    folded.toggleAttribute("open", isWide.matches);
  };
  isWide.addEventListener("change", unfold);
  unfold();
  return folded;
}

function tell(problem: string): void {
  byId("problem").hidden = false;
  byId("problem").textContent = `Not everything can be shown: ${problem}`;
}

try {
  await show();
  // Headings are there only now: an address that names one leads to it.
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
} finally {
  byId("results").removeAttribute("aria-busy");
}
