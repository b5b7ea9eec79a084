/** Every word a reader sees, in one place: ready to be taken over into `_locales`. Short, plain, never accusing. */

import type { Category } from "../generated/Category";
import type { Field } from "../generated/Field";
import type { NoticeCode } from "../generated/NoticeCode";
import type { Severity } from "../generated/Severity";
import type { Stage } from "../generated/Stage";
import type { Step } from "../generated/Step";
import type { Subtype } from "../generated/Subtype";
import type { Summary } from "../generated/Summary";
import type { Verdict } from "../generated/Verdict";
import type { DismissReason } from "../generated/DismissReason";
import type { ReportFormat } from "../generated/ReportFormat";
import type { Need } from "../audit/need";
import type { Standing } from "../audit/standing";

const verdict: Readonly<Record<Verdict, string>> = {
  supported: "Supported",
  miscited: "Needs review",
  undecidable: "Undecidable",
  unchecked: "Not checked",
};

const need: Readonly<Record<Need, string>> = {
  review: "Needs review",
  reference: "Reference trouble",
  undecidable: "Undecidable",
  unchecked: "Not checked",
  supported: "Supported",
};

const needHint: Readonly<Record<Need, string>> = {
  review: "The source seems to say something else.",
  reference: "The cited work was not found, was retracted, or differs from its entry.",
  undecidable: "The source was read and does not settle it.",
  unchecked: "The source could not be read here.",
  supported: "The source says so.",
};

const standing: Readonly<Record<Standing, string>> = {
  retracted: "retracted",
  concern: "expression of concern",
  missing: "no record found",
  differs: "differs from its record",
  open: "left open",
  found: "found",
};

const standingHint: Readonly<Record<Standing, string>> = {
  retracted: "Whoever relies on it should know.",
  concern: "The journal has expressed concern about the work. Whoever relies on it should know.",
  missing: "No source that was asked knows a work like this entry. Look it up by hand before relying on it.",
  differs: "The work was found; the entry says something else about it than its record.",
  open: "The records leave open which work is meant.",
  found: "The entry and its record agree.",
};

const category: Readonly<Record<Category, string>> = {
  "attribution-traceability": "Attribution",
  "citation-validity": "Validity",
  "content-misrepresentation": "Content",
  "scope-extrapolation": "Scope",
  "evidence-characterization": "Strength of evidence",
};

const subtype: Readonly<Record<Subtype, string>> = {
  "ghost-citation": "no record found",
  "author-misattribution": "another author",
  retracted: "retracted",
  "secondary-source": "secondary source",
  irrelevant: "about something else",
  contradictory: "says otherwise",
  "selective-quotation": "quoted in part",
  "omitted-qualifiers": "qualifier left out",
  "conflated-findings": "two findings made one",
  overgeneralisation: "wider than the source",
  "methodological-misapplication": "method used elsewhere",
  "data-scope-misuse": "data used elsewhere",
  "correlation-as-causation": "association given as cause",
  "statistical-distortion": "figure changed",
};

const step: Readonly<Record<Step, string>> = {
  map: "Citation and reference",
  resolve: "Reference and record",
  access: "Text of the source",
  retrieve: "Passages",
  windows: "Sentences",
  infer: "Comparison",
  expand: "Comparison with neighbouring sentences",
  signals: "Numbers, directions, qualifiers",
  committee: "What citing papers say",
  decide: "Decision",
  arbitrate: "Asked of the endpoint",
  categorise: "Category",
};

const stage: Readonly<Record<Stage, string>> = {
  map: "Reading the page",
  resolve: "Looking up references",
  access: "Finding sources",
  verify: "Checking citations",
};

const field: Readonly<Record<Field, string>> = {
  authors: "Authors",
  title: "Title",
  year: "Year",
  venue: "Venue",
  doi: "DOI",
};

const dismissReason: Readonly<Record<DismissReason, string>> = {
  "source-agrees": "The source does say this",
  "claim-misread": "The sentence was misread",
  "wrong-source": "This is not the cited source",
  "not-worth": "Not worth reviewing",
};

const exportFormat: Readonly<Record<ReportFormat, { name: string; hint: string }>> = {
  html: { name: "Report (HTML)", hint: "one page to read, print or send on" },
  markdown: { name: "Report (Markdown)", hint: "for notes and reviews" },
  csv: { name: "Table (CSV)", hint: "one row a finding, for a spreadsheet" },
  json: { name: "Everything (JSON)", hint: "what `citelight explain` reads" },
  annotations: { name: "Annotations (JSON-LD)", hint: "W3C Web Annotation, one a finding" },
  bibtex: { name: "References (BibTeX)", hint: "the records that were found" },
  "csl-json": { name: "References (CSL-JSON)", hint: "the same for Zotero and others" },
};

const severity: Readonly<Record<Severity, string>> = { info: "Note", warning: "Caution", error: "Problem" };

const notice: Readonly<Record<NoticeCode, string>> = {
  "no-models": "No models",
  "no-records": "No records",
  "source-failed": "Sources of records failed",
  damaged: "The page is incomplete",
  cancelled: "Stopped",
};

function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString()} ${n === 1 ? one : many}`;
}

/** What these words are written in: told to screen readers, which may be reading a page in another language. */
export const LANGUAGE = "en";

/** `a, b and c`. */
function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export const words = {
  name: "Citelight",
  verdict,
  need,
  needHint,
  standing,
  standingHint,
  category,
  subtype,
  step,
  stage,
  field,
  dismissReason,
  severity,
  notice,
  count,
  list,
  percent,

  card: {
    label: (word: string) => `Citation: ${word}`,
    confidence: (value: number) => `confidence ${value.toFixed(2)}`,
    suggested: "suggested",
    claim: "Claim",
    source: "Source",
    evidence: "What the source says",
    nearest: "Closest words of the source",
    why: "Why",
    how: "How this was decided",
    numbers: "Scores",
    conditions: { met: "met:", unmet: "not met:" },
    dismiss: "Dismiss",
    dismissWhy: "Why is this not a problem?",
    dismissed: (reason: string) => `Dismissed: ${reason}`,
    undo: "Undo",
    copy: "Copy",
    copied: "Copied",
    copyFailed: "Copying was refused. Select the text and copy it by hand.",
    next: "Next",
    previous: "Previous",
    close: "Close",
    findings: "References of this citation",
    pending: "Not checked yet",
    open: "open the source (new tab)",
    abstractOnly: "abstract only",
    paragraph: (n: number) => `¶${n}`,
    differs: (name: string, here: string, there: string) =>
      `${name}: the reference says “${here}”, the record says “${there}”.`,
    ghost: (asked: readonly string[]) => `No record found in ${asked.join(", ")}.`,
    retracted: (year: number | null) =>
      year === null ? "The work was retracted." : `The work was retracted in ${year}.`,
    reference: "Reference",
  },

  committee: {
    summary: (n: number) =>
      `What ${n === 1 ? "one citing paper says" : `${n.toLocaleString()} citing papers say`}`,
    relation: {
      entails: "says what the sentence says",
      contradicts: "says otherwise",
      neutral: "says nothing about it",
    },
    weight: (share: number) => `weight ${percent(share)}`,
    votes: (n: number, all: number) => `${n} of ${count(all, "vote", "votes")}`,
    influence: (value: number) => `influence ${value.toFixed(2)}`,
    by: (title: string) => `“${title}”, a paper that cites it`,
    quoted: "quoted by an index, not read",
    notHeard: (n: number, parts: readonly string[]) =>
      `${count(n, "other work that cites it was", "other works that cite it were")} not heard: ${parts.join(", ")}.`,
    refused: {
      editorial: "editorial",
      retracted: "retracted",
      "citing-paper": "this very paper",
      "cited-work": "the cited work itself",
      "no-text": "without an open text",
      "not-cited": "does not cite it in its text",
      "says-nothing": "says nothing about it",
      "not-heard": "after enough were heard",
    },
  },

  reference: {
    label: "Reference",
    entry: "Entry",
    record: "Record",
    none: "None.",
    nearest: "The nearest one, of another work:",
    notice: "The notice",
    bibtex: "BibTeX of the record",
    copy: "Copy BibTeX",
    cited: (n: number) => (n === 1 ? "Where it is cited" : `First of ${n} citations`),
    list: "Reference list",
    listHint: "Entries that a reader should look at. The others agree with their records or are left open.",
    counts: (found: number, all: number, troubles: number) =>
      `${found} of ${all} found${troubles > 0 ? ` · ${troubles} to look at` : ""}`,
    copyAll: (n: number) => `Copy BibTeX of ${count(n, "record", "records")}`,
  },

  export: {
    title: "Export",
    format: exportFormat,
    nothing: "There is nothing to export yet. Check the citations first.",
    saved: (name: string) => `Saved as ${name}.`,
    failed: (reason: string) => `The file could not be written: ${reason}`,
  },

  panel: {
    label: "Citation check",
    check: "Check citations",
    again: "Check again",
    stop: "Stop",
    idle: "Each citation is compared with what its source says. The reading happens in this browser.",
    loading: "Loading the models",
    loadingBytes: (received: number, total: number) =>
      total > 0
        ? `Loading the models: ${(received / 1e6).toFixed(0)} of ${(total / 1e6).toFixed(0)} MB`
        : `Loading the models: ${(received / 1e6).toFixed(0)} MB`,
    reading: "Reading the page",
    line: (checked: number, all: number, review: number, open: number) =>
      [
        `${checked} of ${count(all, "citation", "citations")} checked`,
        review > 0 ? `${review} ${review === 1 ? "needs" : "need"} review` : "",
        open > 0 ? `${open} could not be checked` : "",
      ]
        .filter((part) => part.length > 0)
        .join(" · "),
    finished: (summary: Summary) =>
      summary.integrity === null
        ? `Read ${percent(summary.coverage)} of ${count(summary.pairs, "pair", "pairs")} of citation and source.`
        : `Integrity ${percent(summary.integrity)}: ${summary.supported} of ${summary.supported + summary.miscited} decided pairs are supported. Read ${percent(summary.coverage)} of ${summary.pairs}.`,
    stopped: "Stopped before the end. What was checked stays.",
    failed: "The check ended early.",
    retry: "Try again",
    noCitations: "No citations were found here.",
    noCitationsNext: "Open the full text of an article, or choose another file.",
    nothingInFilter: "Nothing here with this filter.",
    search: "Search the findings",
    chart: "What was found",
    categories: "Categories of what needs review",
    noneToReview: "No citation needs review so far.",
    offline: "Offline: only what is on this device is used.",
    timeLeft: (seconds: number) =>
      seconds < 60
        ? "less than a minute left"
        : `about ${count(Math.round(seconds / 60), "minute", "minutes")} left`,
    strip: "Citations along the text",
    findings: "Findings",
    notices: "Notices",
    filter: "Show",
    all: "All",
    showSupported: "Mark supported citations in the text",
    dismissed: "Dismissed",
    notFound: "place not found in the page",
    lookUp: "Look references up online",
    lookUpHint:
      "Sends the entries of the reference list (titles, authors, identifiers) to Crossref, Semantic Scholar, OpenAlex and other indexes. The article’s text is not sent.",
    committees: "Where a work cannot be read, ask those who cite it",
    committeesHint:
      "Papers that cite the work are looked up and read: about a dozen requests for each such work. A verdict says that it rests on them. With an endpoint, the claim and their sentences are sent there.",
    keys: "Alt+J next · Alt+K previous · Esc closes",
    keyLabel: "Keys",
  },

  endpoint: {
    title: "A model for what stays open",
    about:
      "Claims that cannot be settled here can be put to a language model of your choice: a provider’s, your institution’s, or one on this machine; or to a Citelight server, which asks one. For each claim the claim, its neighbouring sentences and up to three passages of the source are sent; nothing else of the page.",
    kind: "What answers",
    kindHint:
      "A Citelight server has a model and a budget of its own; your institution or the journal names it.",
    kinds: { model: "A model (OpenAI-compatible)", citelight: "A Citelight server" },
    address: "Address",
    addressHint: "As its documentation gives it, such as https://models.example.org/v1",
    model: "Model",
    modelHint: "Its name there.",
    key: "Key",
    keyNew: "Left empty if the endpoint wants none.",
    keysKept: {
      stored: "A key is saved. Type another one to replace it.",
      session: "A key is held until the browser is closed. Type another one to replace it.",
    },
    keyHeld: "A key is held in memory until this page is closed. Type another one to replace it.",
    keyMemory: "Kept in memory until this page is closed, and sent to the address above only.",
    keysStored: {
      stored:
        "Kept by the extension on this computer, unencrypted, and sent to the address above only. No page can read it.",
      session: "Sent to the address above only. No page can read it.",
    },
    keySession:
      "Forget the key when the browser is closed (it is kept in memory, not on this computer’s disk)",
    removeKey: "Remove key",
    when: "When it is asked",
    asks: {
      off: "Never",
      "on-request": "Only when I press “Ask the endpoint” on a finding",
      always: "For every claim that stays open",
    },
    form: "How answers are held to their form",
    formHint: "The test finds the strictest that works.",
    forms: { schema: "JSON schema", object: "JSON object", plain: "By the prompt alone" },
    reasoning: "Thinking",
    reasoningHint: "For thinking models. Others refuse it.",
    reasonings: { none: "Leave it to the model", low: "Little", medium: "Medium", high: "Much" },
    requests: "Requests for one page, at most",
    tokens: "Tokens for one page, at most",
    limitHint: "Empty: no limit. The most that a request can take is set aside before it is sent.",
    priceInput: "Price of a million tokens read",
    priceOutput: "Price of a million tokens written",
    priceHint:
      "With prices each finding says what it cost, and the cost can be limited. In any one currency.",
    cost: "Cost for one page, at most",
    noAmount: "Give an amount like 2.50, or leave it empty.",
    noPrice: "Give both prices as amounts like 0.15, or leave both empty, and the limit of the cost too.",
    stream: "Take answers in pieces, where slow answers are cut off",
    more: "More settings",
    save: "Save",
    use: "Use",
    test: "Save and test",
    useTest: "Use and test",
    forget: "Remove endpoint and key",
    saved: "Saved.",
    used: "In use until this page is closed.",
    forgotten: "Removed.",
    keyRemoved: "The key was removed.",
    testing: (host: string) => `Asking ${host} one tiny question…`,
    answered: (host: string, form: string, tokens: number) =>
      `${host} answers as it is asked to. Form: ${form}.${tokens > 0 ? ` The test took ${count(tokens, "token", "tokens")}.` : ""}`,
    served: (host: string, model: string, tokens: number) =>
      `${host} is a Citelight server and answers with ${model}.${tokens > 0 ? ` The test took ${count(tokens, "token", "tokens")}.` : ""}`,
    stricter: (reason: string) => `A stricter form was not taken: ${reason.replace(/\.$/, "")}.`,
    noAddress: "This is no web address. Give one like https://models.example.org/v1.",
    insecure:
      "What is sent to this address could be read on the way. Use https, or a server on this machine.",
    noModel: "Name the model, as the endpoint lists it.",
    noNumber: "Give a whole number, or leave it empty.",
    notGranted:
      "The browser did not allow requests to this host. Nothing was saved; save again and allow it.",
    notKept: "The endpoint could not be saved. Reload this page and save again.",
    notSetUp: "another endpoint was set up in the options meanwhile; check again",
    switchedOff: "it was switched off in the options",
    noLongerGranted: "the browser no longer allows requests to it; save it anew in the options",
    tooLarge: "the answer is larger than was asked for",
    nobodyCarries: "this page carries no requests; reload it",
    ask: "Ask the endpoint",
    stop: "Stop asking",
    asking: (host: string) => `Asking ${host}…`,
    wouldSend: (host: string) =>
      `“Ask the endpoint” sends the claim, its neighbours and up to three passages to ${host}.`,
    sent: (host: string, what: string, requests: number, tokens: number) =>
      `Sent to ${host}: ${what}, in ${count(requests, "request", "requests")} (${count(tokens, "token", "tokens")}).`,
    someHost: "the endpoint",
    parts: {
      claim: "the claim",
      sentence: "the citing sentence",
      neighbours: "its neighbours",
      entries: "the entries that it may point at",
      passage: (n: number) =>
        n <= 3 ? (["no passage", "one passage", "two passages", "three passages"][n] ?? "") : `${n} passages`,
      citing: "sentences of papers that cite the source",
    },
    none: "What stays open is put to nobody.",
    onRequest: (host: string) => `What stays open can be put to ${host}.`,
    always: (host: string) => `What stays open is put to ${host}.`,
    setUp: "Set up an endpoint",
    change: "Change",
  },

  site: {
    title: (site: string) => `On ${site}`,
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
    notGranted: (site: string) =>
      `The browser did not allow ${site}. Choose again, and allow it when it asks.`,
    off: (site: string) =>
      `Citelight is switched off on ${site}. Choose another setting here, then click its button again.`,
    list: "Sites",
    none: "No site has settings of its own. They are chosen in the side panel of a page.",
    forget: "Forget",
    remove: (site: string) => `Forget the settings of ${site}`,
  },

  privacy: {
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
    bytes: (n: number) => (n === 0 ? "–" : `${n} B`),
  },

  storage: {
    title: "On this disk",
    use: (megabytes: number) =>
      `Answers are kept so that nothing is asked twice: ${megabytes < 0.1 ? "less than 0.1" : megabytes.toFixed(1)} MB with all else that this extension keeps.`,
    empty: "Forget the answers",
    emptied: "The answers were forgotten.",
    inUse: "They will be forgotten once no article is being checked any more.",
  },

  transfer: {
    title: "Settings as a file",
    about:
      "To take sites, mail address and endpoint to another browser. The key of an endpoint is never part of it.",
    save: "Save settings",
    load: "Load settings",
    saved: (name: string) => `Saved as ${name}.`,
    noSettings: "This is no file of Citelight's settings. Choose one that was saved here.",
    loaded:
      "The settings were loaded. Press “Save and test” to allow the endpoint, and choose sites that are checked by themselves once more in their side panel.",
  },

  welcome: {
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
  },

  options: {
    title: "Citelight: options",
    heading: "Options",
    mail: "Your mail address",
    mailHint:
      "Told to Crossref, OpenAlex and Unpaywall when references are looked up: they answer known users faster. Left empty, they are told nothing.",
    mailSave: "Save address",
    noMail: "This is no mail address.",
    saved: "Saved.",
    notSaved: "Not saved: the browser was not allowed to send it.",
    lookUp: "Looking references up",
  },

  demo: {
    choose: "Article",
    sample: "Sample",
    article: "Article",
    drop: "Drop an .html file here, or",
    browse: "choose a file",
    dropped: (name: string) => `Your file: ${name}`,
    notHtml: (name: string) =>
      `${name} is not an HTML file. Save the article's page as .html and drop it here.`,
    tooLarge: (name: string, megabytes: number) =>
      `${name} is larger than ${megabytes} MB. Save the article alone, without its pictures.`,
    unreadable: (name: string) => `${name} could not be read. Choose it again.`,
    noArticle: (title: string) =>
      `“${title}” could not be loaded. See that this page is still being served, then choose it again.`,
    noIndex: "The list of articles could not be loaded. Reload the page, or drop a file.",
    figure: "Figure left out",
    /** By whether references are looked up, and when the endpoint is asked. */
    leaves: {
      nothing: {
        off: "Everything stays in this browser.",
        "on-request": "Only what you ask about leaves this browser.",
        always: "Claims that stay open leave this browser.",
      },
      references: {
        off: "Only the reference list leaves this browser.",
        "on-request": "Reference list and what you ask about leave this browser.",
        always: "Reference list and claims that stay open leave this browser.",
      },
    },
  },

  beforehand: {
    check: "Show citation check",
    idle: "The citations of this article were checked beforehand.",
    loading: "Loading the findings",
    failed: "The findings could not be shown.",
    made: "Checked beforehand",
    madeBy: (models: readonly string[]) =>
      `Whoever runs this page had the citations checked${models.length > 0 ? ` (with ${list(models.map((model) => model.split("@")[0] ?? model))})` : ""}. Nothing is computed in this browser. Passages that were added since were not checked.`,
    changed: "The article was changed since",
    citationsMissing: (missing: number, all: number) =>
      `${count(missing, "citing sentence", "citing sentences")} of ${all} ${missing === 1 ? "does" : "do"} not stand on this page as ${missing === 1 ? "it was" : "they were"} checked. What was found about ${missing === 1 ? "it" : "them"} is listed, but neither marked nor summed up.`,
    referencesMissing: (missing: number, all: number) =>
      `${count(missing, "entry", "entries")} of ${all} of the reference list ${missing === 1 ? "does" : "do"} not stand here as ${missing === 1 ? "it was" : "they were"} checked.`,
    listElsewhere: "The reference list is not marked",
    listElsewhereWhy: "It stands elsewhere, or is written otherwise than where it was checked.",
    otherArticle: (name: string, citations: number) =>
      `${name} is about another text: none of its ${count(citations, "citing sentence", "citing sentences")} stands in this article. Whoever runs this page can make it anew with citelight check --format json.`,
    unreachable: (name: string, reason: string) =>
      `${name} could not be loaded: ${reason}. Whoever runs this page can correct src="…".`,
    tooLarge: (name: string, megabytes: number) => `${name} is larger than ${megabytes} MB.`,
    noJson: (name: string) => `${name} is not JSON. It must be what citelight check --format json writes.`,
    otherSchema: (name: string, schema: string | null, wanted: string) =>
      `${name} is ${schema === null ? "no file of findings" : `of the kind “${schema}”`}. It must be of the kind “${wanted}”, as citelight check --format json writes it.`,
    misfit: (name: string, fault: string) =>
      `${name} is not as citelight check --format json writes it: ${fault}. Whoever runs this page can make it anew.`,
  },

  component: {
    noTarget: (selector: string) => `cite-light: nothing on this page matches for="${selector}".`,
    loadFailed: "The citation check could not be loaded. Reload the page to try again.",
  },

  worker: {
    crashed:
      "The checking worker stopped unexpectedly. Start the check again; if it stops again, try a shorter page.",
    unloadable:
      "The checking worker could not be started. Reload the page; if this stays, the browser is too old or the page's content policy forbids workers.",
  },

  extension: {
    noPage: "Open an article and click the Citelight button in the toolbar.",
    cannotRead: "This page cannot be read by extensions. Open the article's own page.",
    gone: "The page was closed or left.",
    openPdf: "Open a PDF",
  },

  openReview: {
    label: "Citelight",
    unreadable: "the file could not be read",
    checkPaper: "Check the paper’s citations",
    opening: "Fetching the PDF…",
    notOpened: (reason: string) => `The PDF could not be had (${reason}). Try again later.`,
    /** How many suggested references were found in the replies. */
    found: (n: number, replies: number) =>
      n === 0
        ? "The reviews and comments shown here suggest no reference that could be looked up."
        : `${count(n, "suggested reference", "suggested references")} in ${count(replies, "review or comment", "reviews and comments")}.`,
    assignment: {
      title: "Check an assignment",
      about:
        "Compares a reviewer’s papers with the title and abstract above, in this browser. OpenReview is asked for the profile, its papers and the venue’s own score, as you are signed in: four requests at most. The authors of an anonymous submission are not looked for.",
      reviewer: "Profile of the reviewer (empty: your own)",
      years: "Years",
      check: "Check assignment",
      asking: "Asking OpenReview…",
      asked: (calls: number) =>
        calls === 0
          ? "From what OpenReview answered before; it was not asked again."
          : `OpenReview was asked ${count(calls, "time", "times")}.`,
      noId: "A profile’s id looks like ~First_Last1.",
      nobody: "No such profile can be read here.",
      signIn: "OpenReview does not show this without signing in.",
      failed: (reason: string) => `OpenReview could not be asked (${reason}). Try again later.`,
      fit: (name: string, papers: number) => `Fit of ${name}, by ${count(papers, "paper", "papers")}`,
      noPapers: "The profile lists no paper that can be read here.",
      mean: "Mean of all papers",
      best: "Best paper",
      meaning: "By meaning (embeddings)",
      words: "By words (TF-IDF)",
      noModel: (reason: string) => `Not compared by meaning: ${reason}.`,
      venueScore: (score: number) => `The venue’s own score (Affinity_Score): ${score.toFixed(2)}.`,
      venueNone: {
        none: "The venue has no score of its own for this pair.",
        hidden: "The venue’s own score cannot be read with your rights.",
      },
      nearest: "Nearest papers",
      paper: (title: string, year: number | null) => `${title}${year === null ? "" : ` (${year})`}`,
      numbers: (meaning: number | null, byWords: number) =>
        meaning === null
          ? `by words ${byWords.toFixed(2)}`
          : `by meaning ${meaning.toFixed(2)}, by words ${byWords.toFixed(2)}`,
      conflicts: "Conflicts",
      hidden: "The authors are hidden, so conflicts were not looked for.",
      noConflict: "None found.",
      scope: (papers: number, since: number, authors: number) =>
        `Looked at: ${count(papers, "paper", "papers")} for authors in common since ${since}, and the institutions of ${count(authors, "author", "authors")} whose public profile names one. Names given by initials are not compared.`,
      isAuthor: (author: string) => `${author} is an author of the submission`,
      together: (author: string, paper: string, year: number | null) =>
        `Wrote “${paper}” (${year === null ? "year unknown" : String(year)}) with ${author}`,
      institution: (author: string, domain: string) => `Same institution as ${author}: ${domain}`,
    },
    column: "Citations",
    queue: (done: number, all: number) => `${done} of ${count(all, "submission", "submissions")} checked.`,
    queueHint:
      "One submission after the other, in this browser: each PDF is fetched once, when its turn comes. Keep this page open; what was checked is kept, and the rest can be checked another day.",
    start: "Check submissions",
    resume: "Continue",
    pause: "Pause",
    running: "Checking",
    throttled: "OpenReview asks to wait. Continue in half an hour.",
    cell: {
      waiting: "not started",
      reading: "reading",
      noCitations: "no citations found",
      notRead: "nothing could be read",
      notReadHint:
        "No source of a citation could be read: is “Look references up online” ticked in the side panel?",
      failed: "could not be checked",
      review: (n: number) => `${n.toLocaleString()} to review`,
      clean: "clean so far",
      share: (read: number, all: number) => `${read} of ${count(all, "citation", "citations")} read`,
      opens: (title: string) => `Opens the citation check of “${title}”`,
    },
    suggested: "Suggested references",
    suggestedHint:
      "The entries above are sent to scholarly indexes, and nothing else. How near they are to the submission is computed in this browser.",
    check: (n: number) => `Check ${count(n, "reference", "references")}`,
    checking: "Looking up…",
    comparing: "Comparing with the submission…",
    notAllowed:
      "Nobody was asked: looking references up is switched off. Tick “Look references up online” in the side panel, then check again.",
    endedEarly: (reason: string) => `The look-up ended early: ${reason}`,
    exists: (title: string, year: number | null) => `Found: ${title}${year === null ? "" : ` (${year})`}.`,
    retracted: "The work was retracted.",
    concern: "The journal has expressed concern about the work.",
    differs: (fields: string) => `The review gives another ${fields} than the record.`,
    ghost: (asked: readonly string[]) =>
      `No record found in ${list(asked)}. It may exist under another title; ask the reviewer.`,
    ambiguous: "Several works fit. The review does not say which.",
    unknown: (reason: string) => `Left open: ${reason}.`,
    notRead: "Could not be read as a reference.",
    itself:
      "This seems to be a copy of the submission itself. Its authors are hidden here, so nothing of its record is shown.",
    nearness: {
      near: "Near to the submission",
      some: "Somewhat near to the submission",
      far: "Far from the submission",
    },
    relevance: (nearness: string, cosine: number, basis: string) =>
      `${nearness}: ${cosine.toFixed(2)}, the cosine of ${basis} (1: the same text, 0: nothing in common).`,
    bases: { both: "title and abstract", title: "titles alone, as an abstract is missing" },
    notCompared: (reason: string) => `Not compared with the submission: ${reason}`,
    ownWork: (name: string) => `${name}, who signed this, is among its authors.`,
  },

  viewer: {
    tools: "Tools",
    page: "Page",
    of: (pages: number) => `of ${pages}`,
    zoomOut: "Smaller",
    zoomIn: "Larger",
    zoom: "Zoom",
    zooms: { auto: "Automatic", "page-width": "Page width", "page-fit": "Whole page" },
    percent,
    rotate: "Turn pages",
    find: "Find",
    findBar: "Find in the document",
    findWhat: "Words to find",
    next: "Next match",
    previous: "Previous match",
    matchCase: "Match case",
    wholeWords: "Whole words",
    closeFind: "Close search",
    found: (current: number, all: number) => `${current} of ${all}`,
    notFound: "Not found",
    searching: "Searching",
    open: "Open a PDF",
    original: "Original",
    originalHint: "the file where it came from (new tab)",
    document: "Document",
    link: "Link",
    drop: "Drop a PDF here, or choose a file. It is read in this browser.",
    choose: "Choose a file",
    loading: (name: string) => `Loading ${name}`,
    allow: (host: string) => `Allow ${host}`,
    retry: "Try again",
    thisComputer: "this computer",
    notAllowed: (host: string) =>
      `Citelight may not read files of ${host} yet. Allow it, or save the PDF and choose it here.`,
    fileAccess:
      "Citelight may not open files of this computer by their address. Choose the file here. Or switch on “Allow access to file URLs” for Citelight on the browser’s page of extensions, then try again.",
    noFileAccess:
      "This browser lets no extension open files of this computer by their address. Choose the file here.",
    unreachable: (host: string, reason: string) =>
      `${host} did not send the file (${reason}). Try again, or save the PDF and choose it here.`,
    unreadable: (name: string) => `${name} could not be read. Choose it again.`,
    status: (code: number) => `status ${code}`,
    noPdf: (name: string) =>
      `${name} is not a PDF. If it is a page that asks you to sign in, sign in there first, then click Citelight’s button on the PDF itself.`,
    empty: (name: string) => `${name} is empty. Download it once more and choose it here.`,
    tooLarge: (name: string, megabytes: number) =>
      `${name} is larger than ${megabytes} MB. Choose a smaller copy.`,
    locked: (name: string) =>
      `${name} is locked with a password. Save a copy without the password in a PDF reader, and choose that here.`,
    damaged: (name: string) =>
      `${name} cannot be read: it is damaged, or was not downloaded completely. Download it once more and choose it here.`,
    noAddress: "This address leads to no file that can be opened here. Choose a file.",
    tooLong: (pages: number) => `The document has more than ${pages} pages. Check a chapter of it.`,
    tooMuch: (page: number) =>
      `The document has more text up to page ${page} than can be checked at once. Check a chapter of it.`,
    tooSlow: (page: number) =>
      `Page ${page} could not be read in a minute. Save the PDF anew in a PDF reader, and choose that copy.`,
  },
} as const;
