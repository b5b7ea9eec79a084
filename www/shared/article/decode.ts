/** From the bytes of a saved page to its text. */

// How far the HTML standard looks for a declaration.
const PRESCAN = 1024;
// What the standard takes for pages that declare nothing and are no UTF-8.
const FALLBACK = "windows-1252";

/** Decodes by byte order mark, by the page's own declaration, as UTF-8, or as browsers decode old pages. */
export function decodePage(bytes: Uint8Array): string {
  const encoding = byteOrderMark(bytes) ?? declared(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(FALLBACK).decode(bytes);
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return null;
}

// `<meta charset=…>` or the charset of an http-equiv; null if there is none that a browser knows.
function declared(bytes: Uint8Array): string | null {
  const head = new TextDecoder(FALLBACK).decode(bytes.subarray(0, PRESCAN));
  const label = /<meta[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
  if (label === undefined) return null;
  try {
    // A page whose ASCII could be read is not in UTF-16, whatever it says (HTML standard).
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith("utf-16") ? "utf-8" : encoding;
  } catch {
    return null;
  }
}
