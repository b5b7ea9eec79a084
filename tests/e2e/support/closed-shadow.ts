/** What stands in a closed shadow tree, as the browser's own tools see it: no script of a page can. */

import assert from "node:assert/strict";
import type { CDPSession, Page } from "playwright-core";

interface Node {
  nodeId: number;
  nodeName: string;
  nodeValue: string;
  attributes?: string[];
  children?: Node[];
  shadowRoots?: Node[];
  shadowRootType?: string;
}

export interface Point {
  x: number;
  y: number;
}

export class Pierced {
  private constructor(
    private readonly cdp: CDPSession,
    /** The place of ours that was looked for. */
    private readonly host: Node | null,
  ) {}

  /** The tree of a place of ours as it is now. */
  static async of(page: Page, name = "card"): Promise<Pierced> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("DOM.enable");
    await cdp.send("CSS.enable");
    const { root } = await cdp.send("DOM.getDocument", { depth: -1, pierce: true });
    return new Pierced(
      cdp,
      find(root, (node) => isNamed(node, name)),
    );
  }

  get isThere(): boolean {
    return this.host !== null;
  }

  get shadowTypes(): (string | undefined)[] {
    return (this.host?.shadowRoots ?? []).map(({ shadowRootType }) => shadowRootType);
  }

  get text(): string {
    return textOf(this.host);
  }

  /** The middle of the button with a name. */
  async button(name: string): Promise<Point> {
    const { quad } = await this.#box(this.#button(name));
    return { x: ((quad[0] ?? 0) + (quad[4] ?? 0)) / 2, y: ((quad[1] ?? 0) + (quad[5] ?? 0)) / 2 };
  }

  isDisabled(name: string): boolean {
    return attribute(this.#button(name), "aria-disabled") === "true";
  }

  /** How the browser draws the host, or the first element with a class in it. */
  async style(...names: readonly string[]): Promise<Record<string, string>> {
    return this.#style(this.host, names);
  }

  async styleOf(className: string, ...names: readonly string[]): Promise<Record<string, string>> {
    const within = find(this.host, (node) => (attribute(node, "class") ?? "").split(" ").includes(className));
    return this.#style(within, names);
  }

  #button(name: string): Node {
    const found = find(this.host, (node) => node.nodeName === "BUTTON" && textOf(node) === name);
    assert.ok(found, `there is no button ${name} in ${this.text}`);
    return found;
  }

  async #box({ nodeId }: Node): Promise<{ quad: number[] }> {
    const { model } = await this.cdp.send("DOM.getBoxModel", { nodeId });
    return { quad: model.border };
  }

  async #style(node: Node | null, names: readonly string[]): Promise<Record<string, string>> {
    assert.ok(node);
    const { computedStyle } = await this.cdp.send("CSS.getComputedStyleForNode", { nodeId: node.nodeId });
    const all = new Map(computedStyle.map(({ name, value }) => [name, value]));
    return Object.fromEntries(names.map((name) => [name, all.get(name) ?? ""]));
  }
}

function attribute({ attributes = [] }: Node, name: string): string | null {
  const at = attributes.findIndex((each, place) => place % 2 === 0 && each === name);
  return at < 0 ? null : (attributes[at + 1] ?? "");
}

/** Pages may write the same name. */
function isNamed(node: Node, name: string): boolean {
  return attribute(node, "data-citelight-ui") === name && (node.shadowRoots ?? []).length > 0;
}

function find(node: Node | null, wanted: (node: Node) => boolean): Node | null {
  if (node === null || wanted(node)) return node;
  for (const child of [...(node.shadowRoots ?? []), ...(node.children ?? [])]) {
    const found = find(child, wanted);
    if (found !== null) return found;
  }
  return null;
}

function textOf(node: Node | null): string {
  if (node === null) return "";
  if (node.nodeName === "#text") return node.nodeValue;
  return [...(node.shadowRoots ?? []), ...(node.children ?? [])].map(textOf).join("");
}
