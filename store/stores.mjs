// What each store asks for: its limits, its languages, its pictures.

/**
 * @typedef {object} Store
 * @property {"chrome" | "edge" | "firefox"} id
 * @property {string} title
 * @property {string} archive what is uploaded
 * @property {{ name: number, summary: number, description: readonly [number, number], justification: number }} limits in characters
 * @property {Readonly<Record<string, string>>} languages its own codes, where they differ from Chrome's
 * @property {readonly (readonly [size: number, drawn: number])[]} icons their sizes, and how much of it is drawn on
 * @property {boolean} tile whether it takes a promotional tile of 440 × 280
 * @property {number} screenshots how many it takes
 */

/** Characters of one box that has no limit of its own that we know. */
const AMPLE = 10_000;

/** @type {readonly Store[]} */
export const STORES = [
  {
    id: "chrome",
    title: "Chrome Web Store",
    archive: "dist/chrome.zip",
    limits: { name: 75, summary: 132, description: [1, 16_000], justification: 1_000 },
    languages: {},
    // The store asks for a rim of 16 pixels that is left open.
    icons: [[128, 96]],
    tile: true,
    screenshots: 5,
  },
  {
    id: "edge",
    title: "Edge Add-ons",
    archive: "dist/chrome.zip",
    limits: { name: 45, summary: 132, description: [250, 10_000], justification: 1_000 },
    languages: {},
    icons: [[300, 300]],
    tile: true,
    screenshots: 6,
  },
  {
    id: "firefox",
    title: "Firefox Add-ons",
    archive: "dist/firefox.zip",
    limits: { name: 50, summary: 250, description: [1, AMPLE], justification: AMPLE },
    languages: { en: "en-US" },
    icons: [
      [32, 32],
      [64, 64],
      [128, 128],
    ],
    tile: false,
    screenshots: 10,
  },
];

/** Edge's search terms: how many, how long each, how many words in all. */
export const TERMS = { count: 7, characters: 30, words: 21 };
