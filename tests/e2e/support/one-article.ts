/** The demo with one article of a test's own in its list. */

import type { BrowserContext } from "playwright-core";

export async function offer(
  context: BrowserContext,
  { id, title, html }: { id: string; title: string; html: string },
): Promise<void> {
  const entry = { id, title, file: `${id}.html`, kind: "article", attribution: "", licence: "" };
  await context.route("**/articles/index.json", (route) => route.fulfill({ json: [entry] }));
  await context.route(`**/articles/${id}.html`, (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
}
