/** Welcome page, options and settings of the extension. */

import { megabytes, number } from "./general";

export const siteWords = {
  title: (site: string) => `On ${site}`,
  experimental: "experimental",
  untried:
    "Citelight hasn’t been tested on this site. Check that the marks are on the citations before you rely on them.",
  when: "Check articles",
  whenHint:
    "To check articles as you open them, Citelight needs your permission for this site. It skips pages without a reference list and doesn’t ask an AI model unless you choose so below.",
  check: {
    click: "when I click the button",
    open: "whenever I open one",
    never: "never",
  },
  endpoint: "AI second opinion",
  asEverywhere: "same as everywhere",
  askMode: {
    off: "never",
    "on-request": "when I click “Ask the AI model”",
    always: "for every inconclusive claim",
  },
  kept: "Saved.",
  notGranted: (site: string) => `The browser didn’t allow ${site}. Choose again and allow it when asked.`,
  off: (site: string) => `Citelight is off on ${site}. Change the setting here, then click its button again.`,
  list: "Sites",
  none: "No site has its own settings. To change one, open an article and use “On (site)” at the end of the side panel.",
  forget: "Remove",
  remove: (site: string) => `Remove the settings for ${site}`,
};

export const privacyWords = {
  title: "What leaves this browser",
  about:
    "Nothing without your permission. If you turn on lookups: titles, authors and identifiers of references. If you set up an AI model: the claims you send it and, if you turn that on, images of pages without text. If you add a language model: a request for its files. The options list every request until you close the browser; the list is never saved.",
  nothing: "Nothing has been sent since the browser started.",
  when: "When",
  what: "Request",
  sent: "Sent",
  answer: "Answer",
  lost: "none",
  clear: "Clear the list",
  bytes: (n: number) => (n === 0 ? "–" : `${number(n)} B`),
};

export const storageWords = {
  title: "Storage",
  use: (size: number) =>
    `Citelight uses ${size < 0.1 ? `less than ${megabytes(0.1, 1)}` : megabytes(size, 1)} on this device. Answers are cached so that nothing is looked up twice.`,
  empty: "Clear cache",
  emptied: "Cache cleared.",
  notEmptied: "The cache is in use. Close the articles being checked, then try again.",
};

export const transferWords = {
  title: "Export and import settings",
  about: "Moves language, sites, email address and AI model to another browser. Keys are never included.",
  save: "Export settings",
  load: "Import settings",
  saved: (name: string) => `Saved as ${name}.`,
  /** What became of a file that was to be loaded. */
  told: {
    none: "This isn’t a Citelight settings file. Choose one that was exported here.",
    all: "Settings imported. If you use an AI model, click “Save and test” to allow it. Turn on automatic checks again in the side panel of each site.",
    "without-mail":
      "Settings imported, except the email address: enter it above so that your browser can ask for permission. If you use an AI model, click “Save and test” to allow it. Turn on automatic checks again in the side panel of each site.",
  },
};

export const welcomeWords = {
  title: "Citelight checks citations where you read them",
  about:
    "It finds every citation in an article, looks up the reference, reads the source where it is open, and shows what the source says beside the sentence. You decide.",
  pinTitle: "Pin the button",
  pin: {
    chrome: "Click the puzzle piece in the toolbar, then the pin next to Citelight.",
    firefox: "Click the puzzle piece in the toolbar, then the gear next to Citelight, then “Pin to Toolbar”.",
  },
  tryTitle: "Try it",
  trial: "Open “Attention Is All You Need” on arXiv (new tab)",
  steps: [
    "Open this article, or any other on arXiv, PubMed Central or a publisher’s site, or a PDF.",
    "Click the Citelight button in the toolbar. The side panel opens.",
    "Point at a marked sentence, or use the keys below. A card shows the evidence.",
  ],
  marksTitle: "What the marks mean",
  lookUpTitle: "Turn on lookups",
  lookUp:
    "Without lookups, Citelight can’t tell whether a reference exists or what it says. You can turn them off in the side panel at any time.",
  optional: (title: string) => `${title} (optional)`,
  privacyTitle: "What leaves this browser",
  options: "Open options",
};

export const optionsWords = {
  title: "Citelight: options",
  heading: "Options",
  mail: "Your email address (optional)",
  mailHint:
    "Sent to Crossref, OpenAlex, DataCite and Unpaywall with each lookup: they answer known users faster. Leave empty to stay anonymous.",
  mailSave: "Save address",
  noMail: "This isn’t an email address.",
  saved: "Saved.",
  notSaved: "Not saved: the browser didn’t give permission to send it.",
  lookUp: "Lookups",
  language: "Language",
  languageHint:
    "For the panel, cards, pages and PDF viewer. Quotes stay in the language of their source; reports and some technical details are in English.",
  advanced: "Advanced",
  asBrowser: "same as the browser",
};

export const policyWords = {
  label: "Venue’s policy for references",
  hint: "Decides which differences between a reference and its record are a problem, a note or nothing. Marks, cards, counts, the panel and exports follow it; what the policy ignores is listed only if you filter for it. What is found is the same under every policy.",
  none: "None",
  profiles: {
    default: "Default of the command line",
    "neurips-2026": "NeurIPS 2026",
    "iclr-2026": "ICLR 2026",
    strict: "Strict: each difference is an error",
    lenient: "Lenient: only a work that can’t be found is an error",
  },
  /** What stands after “under”. */
  names: {
    default: "the default policy",
    "neurips-2026": "the NeurIPS 2026 policy",
    "iclr-2026": "the ICLR 2026 policy",
    strict: "the strict policy",
    lenient: "the lenient policy",
  },
  other: (name: string) => `the “${name}” policy`,
  line: {
    error: (policy: string) => `Error under ${policy}`,
    warning: (policy: string) => `To review under ${policy}`,
    note: (policy: string) => `Note under ${policy}`,
    none: (policy: string) => `No problem under ${policy}`,
  },
  levels: {
    error: "Error by the policy",
    warning: "To review by the policy",
    note: "Note by the policy",
  },
};

export const findingsPlaceWords = {
  title: "Published findings",
  label: "Look for findings by DOI at (optional)",
  hint: "An https address with {doi} in it. When you check an article, its DOI is sent there, and findings published for it are shown. The server must let pages read its files (Access-Control-Allow-Origin). Leave empty to look only where an article’s page links to findings.",
  save: "Save place",
  removed: "Removed.",
  faults: {
    address: "Enter an https address.",
    doi: "Put {doi} where the article’s DOI belongs.",
  },
};

export const sourceKeyWords = {
  label: (source: string) => `Your key for ${source}`,
  gains: {
    openalex:
      "Free at openalex.org. Without a key, OpenAlex answers about 100 searches a day; with one, about 1,000.",
    semanticscholar:
      "Request one at semanticscholar.org. Without a key, you share a limit with everyone and often have to wait.",
  },
  kept: "A key is saved. Enter another one to replace it.",
  about: "Each key is sent only to its own service. It never appears in a page, a log or exported settings.",
  save: "Save keys",
  removeShort: "Remove key",
  remove: (source: string) => `Remove key for ${source}`,
  removed: (source: string) => `The key for ${source} was removed.`,
  noKey: (source: string) =>
    `This isn’t a key for ${source}: keys have letters, digits and signs, but no spaces.`,
  nothing: "Enter a key first.",
};

export const addedModelWords = {
  title: "Larger language models",
  about:
    "Two small language models come with Citelight and work offline. You can add larger ones: each is downloaded once from Hugging Face, checked, and run on this device. Nothing from a page is sent.",
  roles: {
    nli: "Judges whether a passage supports or contradicts a sentence, in place of the built-in model. According to its authors, it does so much better, but it takes several times as long. How often it is right about citations hasn’t been measured, so its findings are shown as hints.",
    "cross-encoder":
      "Reads the most promising passages of a source together with the sentence and puts the best first. It only changes their order, and makes checks slower.",
  },
  facts: (size: number, licence: string) => `${megabytes(size)}, ${licence}`,
  download: "Download",
  downloadModel: (model: string) => `Download ${model}`,
  continueDownload: "Continue download",
  continueModel: (model: string) => `Continue download of ${model}`,
  stop: "Stop",
  stopModel: (model: string) => `Stop download of ${model}`,
  remove: "Remove",
  removeModel: (model: string) => `Remove ${model}`,
  coming: (received: number, total: number) => `Downloading: ${number(received)} of ${megabytes(total)}`,
  part: (received: number, total: number) => `${number(received)} of ${megabytes(total)} downloaded.`,
  stored: "Downloaded. Used from the next check on.",
  cannotRun: "This build of Citelight can’t run added models. A packaged release can.",
  failures: {
    quota: "The browser has too little storage for it. Remove a model or free disk space, then continue.",
    interrupted: "The connection broke off. What has arrived is kept.",
    stopped: "Stopped. What has arrived is kept.",
    server: "Hugging Face can’t send this file now. Try again later, or look for a newer Citelight.",
    refused:
      "The file isn’t the one that Citelight expects, so it was deleted. Try again; if that happens twice, look for a newer Citelight.",
    busy: "Another page is downloading this model.",
    missing: "The browser deleted this model. Download it again.",
    storage: "The browser couldn’t store it. In private windows, storage may be turned off.",
  },
};
