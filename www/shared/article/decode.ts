/** Decodes saved pages, and other texts in legacy encodings. */

// How far the HTML standard looks for a declaration.
const PRESCAN = 1024;
// What the standard takes for pages that declare nothing and are no UTF-8.
const FALLBACK = "windows-1252";
/** Bytes in which a text declares its encoding: a preamble of LaTeX is longer than the head of a page. */
const PREAMBLE = 4096;
/** `<?xml … encoding="…"?>`, `\usepackage[…]{inputenc}`, `% !TeX encoding = …`, JabRef's `% Encoding: …` and Emacs' `-*- coding: … -*-`. */
const DECLARED =
  /(?:<\?xml[^>]*?encoding\s*=\s*["']|\\usepackage\[|!tex\s+encoding\s*=\s*|coding:\s*)([\w:.-]+)/gi;
/** Names that LaTeX has for encodings which browsers call otherwise. */
const OF_LATEX: ReadonlyMap<string, string> = new Map([
  ["ansinew", "windows-1252"],
  ["applemac", "macintosh"],
  ["latin9", "iso-8859-15"],
  ["latin10", "iso-8859-16"],
]);

/** Decodes by byte order mark, by the page's own declaration, as UTF-8, or as browsers decode old pages. */
export function decodePage(bytes: Uint8Array): string {
  const encoding = byteOrderMark(bytes) ?? declared(bytes);
  return new TextDecoder(encoding ?? (isUtf8(bytes) ? "utf-8" : FALLBACK)).decode(bytes);
}

/**
 * Decodes LaTeX, a bibliography or XML that declares a legacy encoding. Null for any other text: the core decodes Unicode and
 * Windows-1252 itself, and in the browser no more than that (natively: `crate/types/src/text/encodings.rs`).
 */
export function decodeDeclared(bytes: Uint8Array): string | null {
  if (byteOrderMark(bytes) !== null || isUtf8(bytes)) return null;
  const head = new TextDecoder(FALLBACK).decode(bytes.subarray(0, PREAMBLE));
  const encodings = [...head.matchAll(DECLARED)].map(([, label = ""]) => known(label));
  const encoding = encodings.find((one) => one !== null && !one.startsWith("utf-")) ?? null;
  return encoding === null ? null : new TextDecoder(encoding).decode(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
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
  const encoding = label === undefined ? null : known(label);
  // A page whose ASCII could be read is not in UTF-16, whatever it says (HTML standard).
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding;
}

/**
 * The name of an encoding as browsers know it, by the one that the Encoding Standard, LaTeX (`latin9`), Emacs (`iso-latin-2-unix`) or Java
 * and JabRef (`ISO8859_2`) have for it; null if browsers know none by it.
 */
function known(label: string): string | null {
  const bare = label.toLowerCase().replace(/-(?:unix|dos|mac)$/, "");
  const short = bare.replace(/^iso-(?=latin)/, "").replace("latin-", "latin");
  for (const name of [OF_LATEX.get(short) ?? bare, short, bare.replaceAll("_", "-")]) {
    try {
      return new TextDecoder(name).encoding;
    } catch {
      // Not by this name.
    }
  }
  return null;
}
