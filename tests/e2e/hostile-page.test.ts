/** Pages that would harm whoever reads them: nothing of them runs in the extension, nothing of it breaks, no key is in reach. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Extension } from "./support/extension";
import { DIST, waitForEnd } from "./support/reading";
import { serveSecurely, type SecureServer, type Served } from "./support/tls";
import { citationsIn } from "./support/panel";

const KEY = "sk-hostile-page-0123456789";
const HARM = "<img src=x onerror=\"globalThis.harmed='text'\"><script>globalThis.harmed='script'</script>";
const escaped = HARM.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** An article whose words are markup, with more around it. */
function article(more: string, script: string): Served {
  const html = `<!DOCTYPE html><html lang="en"><head><title>${escaped} On weirs</title>
<meta name="citation_title" content="${escaped}"><script>${script}</script></head>
<body><article><h1>${escaped}</h1><h2>Introduction</h2>
<p>Oak weirs outlast pine weirs ${escaped} by forty years <a href="#r1">[1]</a>. Pine weirs rot in warm rivers <a href="#r2">[2]</a>.
Nobody counted weirs before <a href="#r3">[3]</a>.</p>
<p>We went to forty rivers in the summer and looked at every weir that was left, and wrote down what it was built of.</p>
${more}
<h2>References</h2><ol class="references">
<li id="r1">Smith A. ${escaped} Weirs of oak. River Journal. 2001;1:2-3.</li>
<li id="r2">Jones B. Weirs of pine. River Journal. 2002;2:3-4.</li>
<li id="r3">Baker C. Counting weirs. javascript:globalThis.harmed='link'. River Journal. 2003;3:4-5.</li>
</ol></article></body></html>`;
  return { type: "text/html; charset=utf-8", body: new TextEncoder().encode(html), isFree: true };
}

/** What each page does to those who read it. */
const PAGES: Readonly<Record<string, { page: Served; what: string }>> = {
  "/words": { what: "words that are markup", page: article("", "") },
  "/observers": {
    what: "observers that remove every mark and every card",
    page: article(
      "",
      `setInterval(() => CSS.highlights.clear(), 20);
       new MutationObserver((changes) => { for (const { addedNodes } of changes) for (const node of addedNodes)
         if (node.nodeType === 1 && node.localName.includes("-")) node.remove(); })
         .observe(document, { childList: true, subtree: true });`,
    ),
  },
  "/prototypes": {
    what: "prototypes that are frozen and functions that lie",
    page: article(
      "",
      `for (const kind of [Object, Array, String, Map, Set, Promise, Node, Element, HTMLElement, Document, Range])
         Object.freeze(kind.prototype);
       document.querySelectorAll = () => { globalThis.harmed = "called"; return []; };
       Element.prototype.attachShadow; globalThis.fetch = () => { globalThis.harmed = "fetched"; };
       Object.defineProperty(globalThis, "citelight", { get() { globalThis.harmed = "asked"; return null; } });`,
    ),
  },
  "/nodes": {
    what: "fifty thousand elements",
    page: article(`<div>${"<p><b>Oak</b> and <i>pine</i> and elm.</p>".repeat(16_700)}</div>`, ""),
  },
  "/shadows": {
    what: "shadow trees and frames all over",
    page: article(
      `<div id="host"></div>${'<iframe srcdoc="<p>A frame [9].</p>"></iframe>'.repeat(12)}`,
      `addEventListener("DOMContentLoaded", () => {
         const root = document.getElementById("host").attachShadow({ mode: "closed" });
         root.innerHTML = "<p>Hidden words cite hidden works [8].</p>"; });`,
    ),
  },
  "/prying": {
    what: "a page that asks the extension for its secrets",
    page: article(
      "",
      `globalThis.heard = [];
       addEventListener("message", (event) => heard.push(JSON.stringify(event.data)));
       const spy = (name) => { const own = globalThis[name]; globalThis[name] = new Proxy(own, {
         construct(target, args) { heard.push(name + JSON.stringify(args)); return Reflect.construct(target, args); },
         apply(target, self, args) { heard.push(name + JSON.stringify(args)); return Reflect.apply(target, self, args); } }); };
       ["fetch", "WebSocket", "Worker", "BroadcastChannel", "MessageChannel", "postMessage"].forEach(spy);`,
    ),
  },
};

let server: SecureServer;
let extension: Extension;

before(async () => {
  server = await serveSecurely(new Map(Object.entries(PAGES).map(([path, { page }]) => [path, page])));
  extension = await Extension.launch(join(process.cwd(), DIST, "chrome"), ["hostile.example"], server.port);
  const [worker] = extension.context.serviceWorkers();
  assert.ok(worker);
  await worker.evaluate(async (key) => {
    const settings = { kind: "model", url: "https://models.example/v1", model: "m" };
    await chrome.storage.local.set({ endpoint: { settings, ask: "on-request", key, lasts: "stored" } });
  }, KEY);
});

after(async () => {
  await extension.close();
  await server.close();
});

async function harm(page: Page): Promise<unknown> {
  return page.evaluate(() => (globalThis as { harmed?: unknown }).harmed ?? null);
}

for (const [path, { what }] of Object.entries(PAGES)) {
  test(`${what}: nothing runs, nothing breaks`, async () => {
    const page = await extension.context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`https://hostile.example${path}`);
    const began = await harm(page);
    await extension.click(page);
    const panel = await extension.sidePanel();
    const panelErrors: string[] = [];
    panel.on("pageerror", (error) => panelErrors.push(error.message));
    await waitForEnd(panel);
    assert.equal(citationsIn(await panel.locator(".state p").textContent()), 3);
    await panel.locator("details.group > summary:visible").first().click();
    const row = panel.locator(".group .rows button").first();
    if (await row.isVisible()) await row.click();
    assert.equal(await harm(page), began);
    assert.equal(await panel.evaluate(() => (globalThis as { harmed?: unknown }).harmed ?? null), null);
    assert.deepEqual([...errors, ...panelErrors], []);

    // Neither the page nor its files hold the key, and the package's own files are out of its reach.
    const reached = await page
      .evaluate(
        async ([id, key]) => {
          const files = await Promise.all(
            ["manifest.json", "content.js", "options.html", "worker.js", "models/manifest.json"].map((file) =>
              fetch(`chrome-extension://${id}/${file}`).then(
                () => file,
                () => null,
              ),
            ),
          );
          const world = globalThis as unknown as { heard?: string[]; chrome?: { storage?: unknown } };
          const told = [document.documentElement.getHTML(), ...(world.heard ?? [])].join("\n");
          return {
            files: files.filter((file) => file !== null),
            hasKey: told.includes(key),
            hasStorage: world.chrome?.storage !== undefined,
            heard: world.heard ?? [],
          };
        },
        [extension.id, KEY] as const,
      )
      .catch((error: unknown) => ({
        files: [],
        hasKey: false,
        hasStorage: false,
        heard: [],
        refused: String(error),
      }));
    assert.deepEqual(reached.files, []);
    assert.equal(reached.hasKey, false);
    assert.equal(reached.hasStorage, false);
    assert.ok(
      reached.heard.every((one) => one.startsWith('fetch["chrome-extension:')),
      reached.heard.join("\n"),
    );
    await panel.close();
    await page.close();
  });
}
