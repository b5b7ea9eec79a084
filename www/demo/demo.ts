/** The demo page: choose or drop an article, and see its citations checked in this browser. */

import { decodePage } from "../shared/article/decode";
import { articleOf, parseInSlices } from "../shared/article/parse";
import { copySafely } from "../shared/article/sanitise";
import { PageEndpointChoice, useOf } from "../shared/audit/endpoint-choice";
import { PageLookUpChoice } from "../shared/audit/look-up-choice";
import { AuditStore } from "../shared/persistence/audit-store";
import { SavedFindings } from "../shared/ui/saved-findings";
import type { Settings } from "../shared/generated/Settings";
import { Session } from "../shared/session";
import { EndpointBox } from "../shared/ui/endpoint-box";
import { Theme } from "../shared/ui/theme";
import { languageFor } from "../shared/ui/locales/languages";
import { loadMessages } from "../shared/ui/locales/load";
import { WorkerClient } from "../shared/worker/client";

interface Entry {
  id: string;
  title: string;
  file: string;
  kind: "sample" | "article";
  attribution: string;
  licence: string;
}

interface Shown {
  root: Element;
  head: HTMLHeadElement;
  origin: string;
  settings: Partial<Settings>;
}

const LARGEST_FILE_MB = 20;
const OWN_FILE = "own-file";

function byId<T extends Element>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the demo page has no #${id}`);
  return element;
}

const place = {
  choose: byId("choose", HTMLSelectElement),
  file: byId("file", HTMLInputElement),
  about: byId("about", HTMLElement),
  problem: byId("problem", HTMLElement),
  article: byId("article", HTMLElement),
  panel: byId("panel", HTMLElement),
  overlay: byId("overlay", HTMLElement),
  local: byId("local", HTMLElement),
  skip: byId("skip", HTMLElement),
  skipToCheck: byId("skip-to-check", HTMLElement),
  chooseLabel: byId("choose-label", HTMLElement),
  fileLabel: byId("file-label", HTMLElement),
  aside: byId("aside", HTMLElement),
  drop: byId("drop", HTMLElement),
  results: byId("results", HTMLElement),
};

// Every work that the sample cites is in the bundled records, or does not exist: its planted ghosts can be told. No
// other article's list is complete there.
const CLOSED_WORLD: Partial<Settings> = { complete_records: true, ghost_sources: 1 };

const here = (path: string): string => new URL(path, document.baseURI).href;
const asked = new URLSearchParams(location.search);
// In the language of the reader's browser, or as the address says.
const words = await loadMessages(languageFor([asked.get("lang"), ...navigator.languages]));
speak();
const client = new WorkerClient({
  worker: here("worker.js"),
  models: here("models/"),
  added: asked.getAll("model"),
  library: here("library/"),
});
let shown: Shown | null = null;
const store = new AuditStore();
const lookUp = new PageLookUpChoice();
// Nobody holds a key for a page: the worker's memory does, until the page is closed.
const endpoint = new PageEndpointChoice(client);
const endpointBox = new EndpointBox(words, endpoint, (setup) => {
  void session.offerEndpoint();
  void tellWhatLeaves();
  if (setup?.ask === "always" && session.state.phase !== "idle") void session.start();
});
const session = new Session({
  article: () => shown,
  panel: place.panel,
  client,
  theme: new Theme(),
  words,
  lookUp: {
    read: () => lookUp.read(),
    write: async (wanted) => {
      const looksUp = await lookUp.write(wanted);
      await tellWhatLeaves();
      return looksUp;
    },
  },
  endpoint: async () => useOf(await endpoint.read(), false),
  endpointBox: endpointBox.element,
  store,
});
/** What the reader asked to see last; null before the first article. */
let loading: AbortController | null = null;

/** What stands in the page before any article is read. */
function speak(): void {
  const { demo } = words;
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  document.title = demo.title;
  place.skip.textContent = demo.skip;
  place.skipToCheck.textContent = demo.skipToCheck;
  place.chooseLabel.textContent = demo.choose;
  place.fileLabel.textContent = demo.file;
  place.aside.setAttribute("aria-label", words.panel.label);
  place.drop.textContent = demo.drop;
  place.results.textContent = demo.results;
}

/** What is kept in this browser is told, and cleared, where what leaves it is told. */
function showSaved(): void {
  const saved = new SavedFindings(words, store, (articles, size) => words.kept.useOfPage(articles, size));
  const summary = document.createElement("summary");
  summary.textContent = words.kept.title;
  const box = document.createElement("details");
  box.className = "saved";
  box.append(summary, saved.element);
  box.addEventListener("toggle", () => void saved.update());
  place.local.after(box);
}

async function tellWhatLeaves(): Promise<void> {
  const leaves = words.demo.leaves[(await lookUp.read()).references ? "references" : "nothing"];
  place.local.textContent = leaves[(await endpoint.read())?.ask ?? "off"];
}

/** Shows a page's article and checks it. */
async function show(
  html: string,
  origin: string,
  about: string,
  signal: AbortSignal,
  settings: Partial<Settings> = {},
): Promise<void> {
  session.reset();
  shown = null;
  problem(null);
  place.about.textContent = about;
  place.article.replaceChildren();
  const page = await parseInSlices(html, signal);
  const source = articleOf(page);
  const article = document.createElement(source.localName === "body" ? "div" : "article");
  article.className = source.getAttribute("class") ?? "";
  article.lang = source.getAttribute("lang") ?? page.documentElement.lang;
  article.dir = source.getAttribute("dir") ?? (page.documentElement.dir || "ltr");
  await copySafely(source, article, words.demo.figure, signal);
  place.article.append(article);
  shown = { root: article, head: page.head, origin, settings };
  scrollTo({ top: 0 });
  await session.start();
}

/** Fetches what the page brings along; what cannot be had is said in words of ours. */
async function load(url: string, failure: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(url, { signal: signal ?? null }).catch(() => null);
  signal?.throwIfAborted();
  if (answer?.ok !== true) throw new Error(failure);
  return answer;
}

async function showEntry(entry: Entry, signal: AbortSignal): Promise<void> {
  const url = here(`articles/${entry.file}`);
  const answer = await load(url, words.demo.noArticle(entry.title), signal);
  const about = `${words.demo.kinds[entry.kind]} · ${entry.attribution} · ${entry.licence}`;
  await show(await answer.text(), url, about, signal, entry.kind === "sample" ? CLOSED_WORLD : {});
}

async function showFile(file: File, signal: AbortSignal): Promise<void> {
  if (!/\.x?html?$/i.test(file.name) && file.type !== "text/html") {
    problem(words.demo.notHtml(file.name));
  } else if (file.size > LARGEST_FILE_MB * 1e6) {
    problem(words.demo.tooLarge(file.name, LARGEST_FILE_MB));
  } else {
    let html: string;
    try {
      html = decodePage(new Uint8Array(await file.arrayBuffer()));
    } catch {
      problem(words.demo.unreadable(file.name));
      return;
    }
    signal.throwIfAborted();
    listOwnFile(file.name);
    await show(html, file.name, words.demo.dropped(file.name), signal);
  }
}

/** The list names what is shown: a reader's own file while it is, and not once it was left. */
function listOwnFile(name: string | null): void {
  place.choose.namedItem(OWN_FILE)?.remove();
  if (name === null) return;
  const option = new Option(name, "");
  option.id = OWN_FILE;
  place.choose.append(option);
  option.selected = true;
}

function problem(text: string | null): void {
  place.problem.hidden = text === null;
  place.problem.textContent = text;
}

/** Runs what a reader asked for. The latest choice wins: an earlier one that is still loading ends without a word. */
function run(work: (signal: AbortSignal) => Promise<void>): void {
  loading?.abort();
  loading = new AbortController();
  const { signal } = loading;
  work(signal).catch((error: unknown) => {
    if (!signal.aborted) tell(error);
  });
}

function tell(error: unknown): void {
  problem(error instanceof Error ? error.message : String(error));
}

async function begin(): Promise<void> {
  showSaved();
  await tellWhatLeaves();
  const answer = await load(here("articles/index.json"), words.demo.noIndex);
  const entries = (await answer.json()) as Entry[];
  place.choose.append(
    ...entries.map((entry) => new Option(words.pair(words.demo.kinds[entry.kind], entry.title), entry.id)),
  );
  place.choose.disabled = false;
  place.choose.addEventListener("change", () => {
    const entry = entries.find(({ id }) => id === place.choose.value);
    if (entry === undefined) return;
    listOwnFile(null);
    run((chosen) => showEntry(entry, chosen));
  });
  const wanted = asked.get("article");
  const first = entries.find(({ id }) => id === wanted) ?? entries[0];
  if (first === undefined) throw new Error(words.demo.noIndex);
  // A reader who has dropped a file meanwhile reads on.
  if (loading !== null) return;
  place.choose.value = first.id;
  run((signal) => showEntry(first, signal));
}

place.file.addEventListener("change", () => {
  const file = place.file.files?.[0];
  if (file !== undefined) run((signal) => showFile(file, signal));
  place.file.value = "";
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  place.overlay.hidden = false;
});
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) place.overlay.hidden = true;
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  place.overlay.hidden = true;
  const file = event.dataTransfer?.files[0];
  if (file !== undefined) run((signal) => showFile(file, signal));
});

begin().catch(tell);
