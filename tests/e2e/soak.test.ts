/** A few audits in one browser leave nothing behind that grows with each: no worker, page, document, node or listener. */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { Extension } from "./support/extension";
import { paragraph, DIST } from "./support/reading";
import { recorded } from "./support/recording";
import { compared, soak, type Figure } from "./support/soak";
import { serveSecurely } from "./support/tls";

const ADDRESS = "https://arxiv.org/html/2511.00001v1";
const AUDITS = 10;

test(`${AUDITS} audits leave as much behind as one`, async () => {
  const home = await recorded(join(DIST, "chrome"), paragraph());
  const server = await serveSecurely(new Map([[new URL(ADDRESS).pathname, paragraph()]]));
  const extension = await Extension.launch(resolve(home.path), ["arxiv.org"], server.port);
  try {
    const held = await soak(extension, ADDRESS, { audits: AUDITS, every: 1 });
    console.log(held.at(-1));
    const grown = (figure: Figure): number => {
      const { before, after } = compared(held, figure);
      return after - before;
    };
    assert.equal(grown("workerCount"), 0);
    assert.equal(grown("pageCount"), 0);
    // What one audit leaves each time is there as often as there were audits between the two fifths.
    for (const figure of ["documents", "nodes", "listeners"] as const)
      assert.ok(grown(figure) < (AUDITS * 3) / 5, `${figure} grew by ${grown(figure)}`);
  } finally {
    await extension.close();
    await server.close();
    home.remove();
  }
});
