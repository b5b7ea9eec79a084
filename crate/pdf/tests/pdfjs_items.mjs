// Prints the text layer of a PDF as pdf.js reads it, in the form of `PdfText` (see crate/core/src/document/pdf/text_layer.rs).
// Usage: node pdfjs_items.mjs paper.pdf > paper.json
import { readFile } from "node:fs/promises";
import { getDocument, Util } from "pdfjs-dist/legacy/build/pdf.mjs";

const round = (value) => Math.round(value * 100) / 100;

/** The font object of a name; pdf.js knows it once the page's operators were read. */
const fontOf = (page, name) => (page.commonObjs.has(name) ? page.commonObjs.get(name) : null);

const describe = (font) => ({
  name: (font?.name ?? "").replace(/^[A-Z]{6}\+/, ""),
  bold: Boolean(font?.bold || font?.black),
  italic: Boolean(font?.italic),
});

async function destination(pdf, annotation) {
  const dest = typeof annotation.dest === "string" ? await pdf.getDestination(annotation.dest) : annotation.dest;
  if (!Array.isArray(dest) || dest.length < 2) return null;
  const page = typeof dest[0] === "object" ? await pdf.getPageIndex(dest[0]) : dest[0];
  const [left, top] = dest[1].name === "XYZ" ? [dest[2], dest[3]] : [null, dest[2]];
  return { name: typeof annotation.dest === "string" ? annotation.dest : undefined, page, left, top };
}

async function readPage(pdf, number, fonts) {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  // Points of the page as it is shown, from its lower left corner.
  const shown = (x, y) => {
    const [px, py] = viewport.convertToViewportPoint(x, y);
    return [round(px), round(viewport.height - py)];
  };
  await page.getOperatorList();
  const { items } = await page.getTextContent();
  const out = { width: viewport.width, height: viewport.height, items: [], links: [] };
  for (const item of items) {
    if (typeof item.str !== "string" || item.str.trim() === "") continue;
    const [a, b, c, d, e, f] = Util.transform(viewport.transform, item.transform);
    const key = JSON.stringify(describe(fontOf(page, item.fontName)));
    if (!fonts.has(key)) fonts.set(key, fonts.size);
    out.items.push({
      text: item.str,
      x: round(e),
      y: round(viewport.height - f),
      width: round(item.width),
      size: round(Math.hypot(c, d)),
      font: fonts.get(key),
      angle: round((Math.atan2(-b, a) * 180) / Math.PI),
      endOfLine: item.hasEOL,
    });
  }
  for (const annotation of await page.getAnnotations()) {
    if (annotation.subtype !== "Link" || !annotation.dest) continue;
    const target = await destination(pdf, annotation).catch(() => null);
    if (!target) continue;
    const [x, y] = shown(annotation.rect[0], annotation.rect[1]);
    const [right, upper] = shown(annotation.rect[2], annotation.rect[3]);
    const link = { x, y, width: round(right - x), height: round(upper - y), page: target.page };
    if (target.name) link.name = target.name;
    if (Number.isFinite(target.left)) link.left = target.left;
    if (Number.isFinite(target.top)) link.top = target.top;
    out.links.push(link);
  }
  return out;
}

const data = new Uint8Array(await readFile(process.argv[2]));
const pdf = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise;
const fonts = new Map();
const pages = [];
for (let number = 1; number <= pdf.numPages; number += 1) pages.push(await readPage(pdf, number, fonts));
const { info } = await pdf.getMetadata();
const title = info?.Title || undefined;
console.log(JSON.stringify({ title, fonts: [...fonts.keys()].map((key) => JSON.parse(key)), pages }));
