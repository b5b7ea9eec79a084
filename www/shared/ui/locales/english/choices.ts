/** What a reader chooses in the extension, and is told of it. */

import { megabytes, number } from "./general";

export const siteWords = {
  title: (site: string) => `On ${site}`,
  experimental: "experimental",
  untried:
    "Pages of this site were not tried. See whether the marks stand at the citations before you rely on what they say.",
  when: "Check articles",
  whenHint:
    "Citelight then asks the browser for this site. Pages without a reference list are left alone, and no endpoint is asked by itself unless you say so below.",
  check: {
    click: "when I click the button",
    open: "whenever I open one",
    never: "never",
  },
  endpoint: "The endpoint",
  asEverywhere: "as everywhere",
  askMode: {
    off: "is never asked",
    "on-request": "is asked when I press the button",
    always: "is asked about all that stays open",
  },
  kept: "Kept.",
  notGranted: (site: string) => `The browser did not allow ${site}. Choose again, and allow it when it asks.`,
  off: (site: string) =>
    `Citelight is switched off on ${site}. Choose another setting here, then click its button again.`,
  list: "Sites",
  none: "No site has settings of its own. They are chosen in the side panel of a page.",
  forget: "Forget",
  remove: (site: string) => `Forget the settings of ${site}`,
};

export const privacyWords = {
  title: "What leaves this browser",
  about:
    "Nothing, unless you allow it: references that are looked up (titles, names, identifiers), and what you put to an endpoint. Each request is listed here; the list is in memory only and goes with the browser.",
  nothing: "Nothing was sent since the browser was started.",
  when: "When",
  what: "Request",
  sent: "Sent",
  answer: "Answer",
  lost: "none",
  clear: "Clear the list",
  bytes: (n: number) => (n === 0 ? "–" : `${number(n)} B`),
};

export const storageWords = {
  title: "On this disk",
  use: (size: number) =>
    `Answers are kept so that nothing is asked twice: ${size < 0.1 ? `less than ${megabytes(0.1, 1)}` : megabytes(size, 1)} with all else that this extension keeps.`,
  empty: "Forget the answers",
  emptied: "The answers were forgotten.",
  notEmptied: "They could not be forgotten now. Close the articles that are being checked, and try again.",
};

export const transferWords = {
  title: "Settings as a file",
  about: "To take language, sites, mail address and endpoint to another browser. Keys are never part of it.",
  save: "Save settings",
  load: "Load settings",
  saved: (name: string) => `Saved as ${name}.`,
  /** What became of a file that was to be loaded. */
  told: {
    none: "This is no file of Citelight's settings. Choose one that was saved here.",
    all: "The settings were loaded. Press “Save and test” to allow the endpoint, and choose sites that are checked by themselves once more in their side panel.",
    "without-mail":
      "The settings were loaded, all but the mail address: enter it above, so that your browser can ask whether it may be sent. Press “Save and test” to allow the endpoint, and choose sites that are checked by themselves once more in their side panel.",
  },
};

export const welcomeWords = {
  title: "Citelight checks citations where you read them",
  about:
    "It finds every citation of an article, reads the cited source where it lies open, and shows what the source says beside what the sentence says. You decide.",
  useTitle: "How to use it",
  steps: [
    "Open an article: on arXiv, PubMed Central, a publisher's page, or a PDF.",
    "Click Citelight's button in the toolbar. The list opens at the side.",
    "Read the sentences that are marked. Hover a mark, or press the keys below, and its card shows the evidence.",
  ],
  marksTitle: "What the marks mean",
  lookUpTitle: "Looking references up",
  lookUp:
    "Without this, only what the package holds can be compared: almost no article's sources. It can be changed in the side panel at any time.",
  privacyTitle: "What leaves this browser",
  options: "Open the options",
};

export const optionsWords = {
  title: "Citelight: options",
  heading: "Options",
  mail: "Your mail address",
  mailHint:
    "Told to Crossref, OpenAlex, DataCite and Unpaywall when references are looked up: they answer known users faster. Left empty, they are told nothing.",
  mailSave: "Save address",
  noMail: "This is no mail address.",
  saved: "Saved.",
  notSaved: "Not saved: the browser was not allowed to send it.",
  lookUp: "Looking references up",
  language: "Language",
  languageHint:
    "Of this extension: its list, cards, pages and PDF viewer. Reports and some details are in English.",
  asBrowser: "as the browser",
};

export const sourceKeyWords = {
  label: (source: string) => `Your key for ${source}`,
  gains: {
    openalex:
      "Free of charge at openalex.org. Without one OpenAlex answers about a hundred searches a day, with one about a thousand.",
    semanticscholar:
      "Given out at semanticscholar.org. Without one you share a limit with everybody, and are often told to wait.",
  },
  kept: "A key is kept. Type another one to replace it.",
  about: "Each key is sent to its source alone. No page, log or file of settings holds it.",
  save: "Save keys",
  removeShort: "Remove key",
  remove: (source: string) => `Remove key for ${source}`,
  removed: (source: string) => `The key for ${source} was removed.`,
  noKey: (source: string) =>
    `This is no key for ${source}: it must be letters, digits and signs without a space.`,
  nothing: "Type a key first.",
};
