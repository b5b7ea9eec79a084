/** In the page: picture of the article, marks and card. No core here; it obeys no page's content policy. */

import { articleOf } from "../../../www/src/article/parse";
import { PlaceFinder } from "../../../www/src/page/locate";
import { takeSnapshot } from "../../../www/src/page/snapshot";
import { textAlone } from "../../../www/src/worker/client";
import { PageAudit, type Taken } from "./page-audit";

async function take(signal: AbortSignal): Promise<Taken> {
  const snapshot = await takeSnapshot({ root: articleOf(document), signal });
  return {
    content: textAlone(snapshot.html),
    origin: location.href,
    places: new PlaceFinder(snapshot),
  };
}

// Injected again on a page where it is already, it starts over.
const world = globalThis as { citelight?: PageAudit };
world.citelight ??= new PageAudit(take);
void world.citelight.start();
