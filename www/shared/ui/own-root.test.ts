/** Places of ours on a page: what its scripts can press there, and what its rules can change. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sealed } from "./sealed";
import { pages } from "@citelight/test-support/in-page";

const open = pages();

test("scripts can press, tick, key and send nothing in a root of ours; a reader can", async () => {
  const page = await open('<div id="host"></div>');
  await page.evaluate(() => {
    const host = document.querySelector<HTMLElement>("#host");
    if (host === null) throw new Error("no host");
    const root = lib.ownRoot(host, "shared", "");
    const markup = `<button id="press">Press</button><label><input type="checkbox" id="tick">Tick</label>
      <form><input id="field" aria-label="Field"><button id="send">Send</button></form>`;
    root.append(document.createRange().createContextualFragment(markup));
    const heard: string[] = [];
    Object.assign(globalThis, { heard, root });
    for (const type of ["click", "input", "change", "keydown", "submit", "pointerdown", "dblclick", "drop"])
      root.addEventListener(type, (event) => {
        if (type === "submit") event.preventDefault();
        heard.push(`${type} ${(event.target as Element).id}`);
      });
  });
  const heard = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  await page.evaluate(() => {
    const { root } = globalThis as unknown as { root: ShadowRoot };
    for (const element of root.querySelectorAll<HTMLElement>("button, label, input")) {
      element.click();
      for (const type of ["click", "pointerdown", "keydown", "dblclick", "drop"])
        element.dispatchEvent(
          new (type === "keydown" ? KeyboardEvent : MouseEvent)(type, {
            bubbles: true,
            composed: true,
            cancelable: true,
          }),
        );
    }
    const box = root.querySelector<HTMLInputElement>("#tick");
    if (box === null) throw new Error("no box");
    box.checked = true;
    for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }));
    box.checked = false;
    root.querySelector("form")?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  });
  assert.deepEqual(await heard(), []);
  assert.equal(await page.getByRole("checkbox").isChecked(), false);
  await page.getByText("Tick").click();
  assert.ok(await page.getByRole("checkbox").isChecked());
  await page.getByLabel("Field").press("Enter");
  const told = await heard();
  for (const one of ["change tick", "keydown field", "submit "])
    assert.ok(told.includes(one), `${one}: ${told.join()}`);
});

test("a page can neither look into a sealed root nor restyle it, by whatever name", async () => {
  const css = `:host { all: initial; display: block; --ink: var(--citelight-ink, rgb(1, 2, 3)); color: var(--ink); }
    :host([data-theme="dark"]) { --ink: rgb(4, 5, 6); }
    p { margin: 0; color: var(--ink); background: var(--paper, rgb(7, 8, 9)); }`;
  const page = await open(`<style>
    #host { opacity: 0 !important; display: none !important; animation: a 1s !important; --ink: red !important }
    :root { --citelight-ink: red; --ink: red; --paper: red } @keyframes a { to { opacity: 0 } }</style><div id="host"></div>`);
  const shown = await page.evaluate((css) => {
    const host = document.querySelector<HTMLElement>("#host");
    if (host === null) throw new Error("no host");
    const root = lib.ownRoot(host, "sealed", css);
    const words = document.createElement("p");
    words.textContent = "words";
    root.append(words);
    const listed = [...(host.computedStyleMap() as unknown as Iterable<[string]>)].map(([name]) => name);
    const names = listed.filter((name) => name.startsWith("--"));
    for (const name of new Set(["--ink", "--paper", ...names]))
      CSS.registerProperty({ name, syntax: "<length>", inherits: false, initialValue: "0px" });
    host.style.setProperty("visibility", "hidden", "important");
    host.animate([{ opacity: 0 }], { duration: 1, fill: "forwards" });
    const { opacity, display, visibility } = getComputedStyle(host);
    const { color, backgroundColor } = getComputedStyle(words);
    return {
      isOpen: host.shadowRoot !== null,
      host: [opacity, display, visibility],
      words: [color, backgroundColor],
    };
  }, css);
  assert.deepEqual(shown, {
    isOpen: false,
    host: ["1", "block", "visible"],
    words: ["rgb(1, 2, 3)", "rgb(7, 8, 9)"],
  });
});

test("a sealed sheet keeps its rules, and no name that a page could know", () => {
  const css = sealed(`/* a comment; with a sign */
:host,
:host([hidden]) { top: 0; --ink: red; color: var(--ink) }
@media (min-width: 1px) { :host { left: 1px; } }
.a { --need: var(--review); font: 14px var(--citelight-font, system-ui, sans-serif); }`);
  assert.match(css, /:host,\s*:host\(\[hidden\]\)\s*\{top: 0 !important;\}/);
  assert.match(
    css,
    /:host > \*, :host\(\[hidden\]\) > \* \{--x\w{32}-ink: red;color: var\(--x\w{32}-ink\)\}/,
  );
  assert.match(css, /@media \(min-width: 1px\) \{ :host\s*\{left: 1px !important;\}/);
  assert.match(css, /font: 14px system-ui, sans-serif;/);
  assert.doesNotMatch(css, /citelight|--ink|--need|--review|comment/);
});
