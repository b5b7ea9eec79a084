/** Pages that would use the card against its reader: the extension as it is shipped, its shadow trees closed to these tests, too. */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { NEW_SETTINGS } from "@citelight/shared/audit/endpoint-choice";
import type { FakeLlm } from "../fake-llm/server.mjs";
import { Extension } from "./support/extension";
import { ARTICLE, CLAIM, KEY, lampDouble, MODEL, writeLibrary } from "./support/lamps";
import { Pierced, type Point } from "./support/closed-shadow";
import { forgetAnswers } from "./support/answers";
import { DIST, SCREENSHOTS, waitForAnyMark, waitForEnd } from "./support/reading";
import { serveSecurely, type SecureServer, type Served } from "./support/tls";
import { citationsIn } from "./support/panel";
import { until } from "./support/until";

const ADDRESS = "https://journal.example";
const ASK = "Ask the AI model";
const AN_UNREAD = "Nobody ever counted the lamps of a whole town";

/** Words of the page, some within what looks like ours, and names that scripts of ours may have used. */
const HIDING = `<p data-citelight-ui="card">${AN_UNREAD} before <a href="#r2">[2]</a>.</p>
<cite-light><p>Rivers carry currents that nobody measured <a href="#r2">[2]</a>.</p></cite-light>
<p class="citelight-mark" data-citelight="0" id="citelight">Currents in rivers are a matter of their own <a href="#r2">[2]</a>.</p>`;

/** Pretends, again and again, that the browser had kept the page aside. */
const RESTORING = `setInterval(() => {
  for (const target of [window, document])
    for (const type of ["pageshow", "pagehide", "freeze", "resume", "visibilitychange", "online", "offline"])
      target.dispatchEvent(new PageTransitionEvent(type, { persisted: true, bubbles: true }));
}, 20)`;
/** Another article than the others' is: what is found of theirs may be saved after a test has ended and forgotten it. */
const SET_ASIDE = ARTICLE.replaceAll("Lamps at work", "Lamps set aside");

let double: FakeLlm;
let server: SecureServer;
let extension: Extension;
let folder: string;
const opened: Page[] = [];

function served(html: string): Served {
  return { type: "text/html; charset=utf-8", body: new TextEncoder().encode(html), isFree: true };
}

before(async () => {
  double = await lampDouble();
  const pages = new Map([
    ["/lamps", served(ARTICLE)],
    ["/restored", served(SET_ASIDE.replace("</head>", `<script>${RESTORING}</script></head>`))],
    ["/hiding", served(ARTICLE.replace("<h2>References", `${HIDING}<h2>References`))],
  ]);
  server = await serveSecurely(pages);
  folder = mkdtempSync(join(tmpdir(), "citelight-hostile-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  writeLibrary(join(folder, "library"));
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as object;
  const granted = { ...manifest, host_permissions: ["http://127.0.0.1/*"] };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(granted));
  extension = await Extension.launch(folder, ["journal.example"], server.port, { roots: "shipped" });
  const [worker] = extension.context.serviceWorkers();
  assert.ok(worker);
  const settings = { ...NEW_SETTINGS, url: `${double.url}/v1`, model: MODEL };
  await worker.evaluate(
    async ([settings, key]) => {
      await chrome.storage.local.set({ endpoint: { settings, ask: "on-request", key, lasts: "stored" } });
    },
    [settings, KEY] as const,
  );
});

after(async () => {
  await extension.close();
  await server.close();
  await double.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async () => {
  // What one test dismisses would be dismissed in the next.
  const panel = opened.find((page) => page.url().startsWith("chrome-extension:"));
  if (panel !== undefined) await forgetAnswers(panel);
  for (const page of opened.splice(0)) await page.close();
});

const asked = (): number => double.log.entries().length;
const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** A page that was checked, in front, and its list. */
async function checked(path: string): Promise<{ page: Page; panel: Page }> {
  const page = await extension.context.newPage();
  await page.goto(`${ADDRESS}${path}`);
  await extension.click(page);
  const panel = await extension.sidePanel();
  opened.push(page, panel);
  await waitForEnd(panel);
  await waitForAnyMark(page, "citelight-undecidable");
  await page.bringToFront();
  return { page, panel };
}

/** Opens the first card by the reader's own click on its words. */
async function byClick(page: Page): Promise<void> {
  const at = await page.evaluate(() => {
    const [range] = CSS.highlights.get("citelight-undecidable") ?? [];
    if (!(range instanceof Range)) throw new Error("no words are marked");
    range.startContainer.parentElement?.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = range.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.click(at.x, at.y);
  await until(async () => (await Pierced.of(page)).text.includes("Inconclusive"));
}

/** Where a button of the card is once it may be pressed. */
async function ready(page: Page, name: string): Promise<Point> {
  await until(async () => !(await Pierced.of(page)).isDisabled(name));
  return (await Pierced.of(page)).button(name);
}

async function isOpen(page: Page): Promise<boolean> {
  const card = await Pierced.of(page);
  return card.isThere && (await card.style("display")).display !== "none";
}

/** Everything that a script can try with events of its own making. */
function pry(page: Page): Promise<{ hosts: number; roots: number }> {
  return page.evaluate(() => {
    const words = [...document.querySelectorAll("p")].at(-1);
    const [box] = words?.getClientRects() ?? [];
    const at = {
      clientX: (box?.left ?? 0) + 40,
      clientY: (box?.top ?? 0) + 8,
      bubbles: true,
      composed: true,
    };
    const hosts = [...document.querySelectorAll<HTMLElement>("[data-citelight-ui]")];
    for (const target of [document, document.body, ...hosts]) {
      for (const code of ["KeyJ", "KeyK"])
        target.dispatchEvent(
          new KeyboardEvent("keydown", { code, key: "j", altKey: true, bubbles: true, composed: true }),
        );
      for (const key of ["Escape", "Enter", " "])
        target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
      for (const type of ["pointermove", "pointerdown", "pointerup"])
        target.dispatchEvent(new PointerEvent(type, { ...at, pointerType: "mouse" }));
      target.dispatchEvent(new MouseEvent("click", at));
    }
    for (const host of hosts) {
      host.click();
      host.focus();
      for (const button of host.shadowRoot?.querySelectorAll("button") ?? []) button.click();
    }
    const roots = hosts.filter(({ shadowRoot }) => shadowRoot !== null).length;
    return { hosts: hosts.length, roots };
  });
}

test("a page's scripts open no card, close none and dismiss nothing; the reader's own clicks do", async () => {
  const { page, panel } = await checked("/lamps");
  await pry(page);
  await pause(500);
  assert.equal(await isOpen(page), false);
  assert.equal(await panel.locator('.rows [aria-current="true"]').count(), 0);

  await byClick(page);
  assert.deepEqual((await Pierced.of(page)).shadowTypes, ["closed"]);
  assert.deepEqual(await pry(page), { hosts: 1, roots: 0 });
  await pause(500);
  assert.equal(await isOpen(page), true, "a script's Escape is not the reader's");
  assert.equal(asked(), 0);
  const open = panel.locator(".filters button", { hasText: "Inconclusive" }).locator(".count");
  assert.equal(await open.textContent(), "1");
  assert.ok(!(await Pierced.of(page)).text.includes("Marked as not a problem"));

  const dismiss = await ready(page, "Not a problem");
  await page.mouse.click(dismiss.x, dismiss.y);
  await until(async () => (await Pierced.of(page)).text.includes("Marked as not a problem"));
  await until(async () => (await open.textContent()) === "0");
});

test("a page's rules and registered properties restyle nothing of the card", async () => {
  const { page } = await checked("/lamps");
  await byClick(page);
  const properties = [
    "display",
    "opacity",
    "position",
    "transform",
    "filter",
    "width",
    "pointer-events",
    "visibility",
  ];
  const inside = ["color", "background-color", "font-size", "max-height", "display"];
  const before = [
    await (await Pierced.of(page)).style(...properties),
    await (await Pierced.of(page)).styleOf("card", ...inside),
  ];
  await page.evaluate(() => {
    const rules =
      "all: unset; opacity: 0; position: fixed; transform: scale(9); filter: blur(9px); width: 9px; pointer-events: none;";
    const style = document.createElement("style");
    style.textContent = `[data-citelight-ui], [data-citelight-ui]:popover-open { ${rules.replaceAll(";", " !important;")}
      --ink: transparent !important; --paper: transparent !important; --citelight-ink: transparent !important;
      --room: 1px !important; animation: hide 1ms forwards !important; }
      @keyframes hide { to { opacity: 0; visibility: hidden } }`;
    document.head.append(style);
    for (const name of ["ink", "paper", "accent", "soft", "rule", "citelight-ink", "citelight-paper"])
      CSS.registerProperty({
        name: `--${name}`,
        syntax: "<color>",
        inherits: false,
        initialValue: "transparent",
      });
    for (const host of document.querySelectorAll<HTMLElement>("[data-citelight-ui]")) {
      for (const [name, value] of Object.entries({
        opacity: "0",
        left: "-9999px",
        visibility: "hidden",
        clipPath: "circle(0)",
      }))
        host.style.setProperty(
          name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
          value,
          "important",
        );
      host.animate([{ opacity: 0, transform: "translateY(-999px)" }], { duration: 1, fill: "forwards" });
      // Whatever a page can list of the host, it can register.
      for (const [name] of host.computedStyleMap() as unknown as Iterable<[string]>)
        if (name.startsWith("--"))
          try {
            CSS.registerProperty({ name, syntax: "<length>", inherits: false, initialValue: "0px" });
          } catch {
            // It was registered above.
          }
    }
  });
  await pause(300);
  const after = [
    await (await Pierced.of(page)).style(...properties),
    await (await Pierced.of(page)).styleOf("card", ...inside),
  ];
  assert.deepEqual(after, before);
  assert.deepEqual(after[1]?.["background-color"], "rgb(255, 255, 255)");
  await page.screenshot({ path: join(SCREENSHOTS, "hostile-restyled.png") });
  await page.emulateMedia({ colorScheme: "dark" });
  await until(async () => {
    const { "background-color": paper } = await (await Pierced.of(page)).styleOf("card", "background-color");
    return paper === "rgb(29, 33, 40)";
  });
  await page.screenshot({ path: join(SCREENSHOTS, "hostile-restyled-dark.png") });
  await page.emulateMedia({ colorScheme: null });
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 420, height: 800 });
  await byClick(page);
  await page.screenshot({ path: join(SCREENSHOTS, "hostile-restyled-narrow.png"), animations: "disabled" });
});

test("a genuine click on a card that the page covers, or brings under the pointer, spends nothing", async () => {
  const { page } = await checked("/lamps");
  await byClick(page);
  const place = await ready(page, ASK);
  double.reset();
  const tricks: Record<string, () => void> = {
    "a popover in front that lets clicks through": () => {
      const cover = document.createElement("div");
      cover.popover = "manual";
      cover.id = "cover";
      cover.style.cssText =
        "position: fixed; inset: 0; width: 100%; height: 100%; background: white; pointer-events: none;";
      document.body.append(cover);
      cover.showPopover();
    },
    "one in a closed shadow tree": () => {
      const host = document.createElement("div");
      host.id = "cover";
      document.body.append(host);
      const cover = document.createElement("div");
      cover.popover = "manual";
      cover.style.cssText =
        "position: fixed; inset: 0; width: 100%; height: 100%; background: white; pointer-events: none;";
      host.attachShadow({ mode: "closed" }).append(cover);
      cover.showPopover();
    },
    "a page that is drawn very small": () => {
      document.documentElement.style.zoom = "0.2";
    },
    "a picture of a change of views that lets clicks through": () => {
      const style = document.createElement("style");
      style.id = "cover";
      style.textContent = `::view-transition { pointer-events: none; background: white; }
        ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 60s; pointer-events: none; opacity: 0; }`;
      document.head.append(style);
      const page = document as Document & {
        startViewTransition(act: () => void): { skipTransition(): void };
      };
      const shown = page.startViewTransition(() => undefined);
      Object.assign(globalThis, {
        endCover: () => {
          shown.skipTransition();
        },
      });
    },
    "a form around the card whose field is named like a member of elements": () => {
      const form = document.createElement("form");
      form.id = "cover";
      const field = document.createElement("input");
      field.name = "parentElement";
      field.hidden = true;
      form.append(field);
      form.style.cssText = "opacity: 0.02; zoom: 0.4";
      document.body.append(form);
      for (const host of document.querySelectorAll<HTMLElement>("[data-citelight-ui]")) {
        form.append(host);
        host.showPopover();
      }
    },
  };
  for (const [name, trick] of Object.entries(tricks)) {
    await page.evaluate(trick);
    await pause(700);
    const { x, y } = await (await Pierced.of(page)).button(ASK);
    await page.mouse.click(x, y);
    await pause(500);
    assert.equal(asked(), 0, name);
    await page.evaluate(() => {
      (globalThis as { endCover?: () => void }).endCover?.();
      document.querySelector("#cover")?.remove();
      document.documentElement.style.zoom = "";
    });
    if (!(await isOpen(page))) await byClick(page);
    await ready(page, ASK);
  }

  // Scrolled, the card is elsewhere: what is clicked just then was meant for something else.
  await page.mouse.move(place.x, place.y);
  const now = await (await Pierced.of(page)).button(ASK);
  await page.evaluate(() => {
    document.body.style.minHeight = "4000px";
    scrollBy({ top: 40, behavior: "instant" });
  });
  await page.mouse.click(now.x, now.y - 40);
  await pause(500);
  assert.equal(asked(), 0, "scrolled under the pointer");
  await page.screenshot({ path: join(SCREENSHOTS, "hostile-not-seen.png") });
  assert.match((await Pierced.of(page)).text, /Nothing happened/);

  const { x, y } = await ready(page, ASK);
  await page.mouse.click(x, y);
  await until(() => asked() > 0);
});

test("a page that pretends to have been kept aside neither ends its check nor begins it anew", async () => {
  const { page, panel } = await checked("/restored");
  await pause(1000);
  assert.equal(citationsIn(await panel.locator(".state p").first().textContent()), 1);
  await byClick(page);
});

test("what a page dresses up as ours is read and checked like all else", async () => {
  const { panel } = await checked("/hiding");
  assert.equal(citationsIn(await panel.locator(".state p").first().textContent()), 4);
  const text = await panel.locator("#panel").evaluate((host) => host.shadowRoot?.textContent ?? "");
  for (const words of [AN_UNREAD, "Rivers carry currents", "Currents in rivers", CLAIM.slice(0, 40)])
    assert.ok(text.includes(words), words);
});
