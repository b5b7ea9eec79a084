/** Pictures of HTML, drawn by Chromium: the icon in the stores' sizes, the tile, and a page beside its list. */

import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";

export interface Picture {
  name: string;
  html: string;
  width: number;
  height: number;
  /** With a background that shows through; only icons may have one. */
  isOpen?: boolean;
}

const ICON = readFileSync("www/demo/icon.svg", "utf8");
const WORDS = "Citations, checked where you read them";
const RESET = "<style>* { margin: 0; box-sizing: border-box } img, svg { display: block }</style>";

function image(png: Buffer): string {
  return `<img alt="" src="data:image/png;base64,${png.toString("base64")}">`;
}

/** A screenshot as it is. */
export function whole(name: string, png: Buffer, width: number, height: number): Picture {
  return { name, width, height, html: RESET + image(png) };
}

/** A page and the list beside it, parted by one line as browsers part them. */
export function beside(
  name: string,
  [page, panel]: readonly [Buffer, Buffer],
  size: { width: number; height: number },
  line: string,
): Picture {
  const style = `<style>body { display: flex; justify-content: space-between; background: ${line} }</style>`;
  return {
    name,
    width: size.width,
    height: size.height,
    html: RESET + style + image(page) + image(panel),
  };
}

/** @param drawn how many pixels of the width the icon takes; the rest is left open around it. */
export function icon(size: number, drawn = size): Picture {
  const style = `<style>body { padding: ${(size - drawn) / 2}px } svg { width: ${drawn}px; height: ${drawn}px }</style>`;
  return { name: `icon-${size}`, width: size, height: size, html: RESET + style + ICON, isOpen: true };
}

/** The tile: the icon's own signs and ground, the name, and one line of words. */
export function tile(): Picture {
  const signs = ICON.replace(/<rect[^>]*>/, "").replace('viewBox="0 0 32 32"', 'viewBox="7 7 18 18"');
  const style = `<style>
    body { display: flex; flex-direction: column; justify-content: center; gap: 20px; height: 100vh; padding: 0 40px;
      background: #005b94; color: #fff; font: 17px/24px system-ui, sans-serif }
    div { display: flex; align-items: center; gap: 20px }
    svg { width: 84px; height: 84px }
    h1 { font-size: 52px; line-height: 64px; font-weight: 600; letter-spacing: -0.5px }
    p { white-space: nowrap }
  </style>`;
  return {
    name: "tile-440x280",
    width: 440,
    height: 280,
    html: `${RESET}${style}<div>${signs}<h1>Citelight</h1></div><p>${WORDS}</p>`,
  };
}

export async function draw(browser: Browser, { html, width, height, isOpen }: Picture): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } });
  try {
    await page.setContent(`<!doctype html><html lang="en"><body>${html}</body></html>`);
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
    return await page.screenshot({ omitBackground: isOpen === true });
  } finally {
    await page.close();
  }
}
