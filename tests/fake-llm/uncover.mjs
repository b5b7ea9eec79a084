// Texts as a model may read them: what is hidden from people, brought to light.

const TAGS = /[\u{E0020}-\u{E007E}]+/gu;
/** Zero width, bidirectional controls, soft hyphens, variation selectors, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Letters of other scripts that look like Latin ones. */
const ALIKE = new Map(
  Object.entries({
    а: "a",
    е: "e",
    о: "o",
    р: "p",
    с: "c",
    у: "y",
    х: "x",
    і: "i",
    ѕ: "s",
    ԁ: "d",
    ո: "n",
    ɡ: "g",
    ρ: "p",
    ο: "o",
    α: "a",
    ν: "v",
  }),
);
/** @type {Record<string, string>} */
const ENTITIES = { lt: "<", gt: ">", quot: '"', amp: "&", apos: "'", nbsp: " " };

/** Whether bytes are text that a person wrote. @param {string} text */
const isText = (text) =>
  text.length > 7 && /^[\t\n\r\x20-\x7e\u00a0-\uffff]+$/.test(text) && !text.includes("\ufffd");

/** @param {string} text @param {RegExp} pattern @param {BufferEncoding} encoding */
const decoded = (text, pattern, encoding) =>
  (text.match(pattern) ?? [])
    .map((one) => Buffer.from(one.replaceAll(/\s/g, ""), encoding).toString("utf8"))
    .filter(isText);

/** @param {string} text */
const rotated = (text) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** @param {string} text */
const entities = (text) =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** @param {string} text */
function percents(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * All readings of a text, the plain one first. The core's own stand-ins for angle brackets are read as these.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function readings(text) {
  const bare = text.replaceAll("‹", "<").replaceAll("›", ">");
  const tags = (bare.match(TAGS) ?? []).map((run) =>
    String.fromCodePoint(...[...run].map((one) => (one.codePointAt(0) ?? 0xe0020) - 0xe0000)),
  );
  const visible = bare.replaceAll(INVISIBLE, "").normalize("NFKC");
  const latin = [...visible].map((letter) => ALIKE.get(letter) ?? letter).join("");
  const spaced = latin.replaceAll(/\b(?:[A-Za-z][ .-]){4,}[A-Za-z]\b/g, (run) =>
    run.replaceAll(/[ .-]/g, ""),
  );
  return [
    ...new Set([
      bare,
      ...tags,
      visible,
      latin,
      spaced,
      entities(latin),
      percents(latin),
      rotated(latin),
      [...visible].reverse().join(""),
      ...decoded(latin, /[A-Za-z0-9+/]{16,}={0,2}/g, "base64"),
      ...decoded(latin, /\b(?:[\da-f]{2} ?){12,}/gi, "hex"),
    ]),
  ];
}
