/** The demo page: any article that a reader chooses, drops, pastes or names, and its citations checked in this browser. */

import { ENDINGS } from "../shared/article/open-files";
import { showableArticle } from "../shared/article/show";
import { PageEndpointChoice, useOf } from "../shared/audit/endpoint-choice";
import { PageLookUpChoice } from "../shared/audit/look-up-choice";
import { AuditStore } from "../shared/persistence/audit-store";
import { SavedFindings } from "../shared/ui/saved-findings";
import type { Format } from "../shared/generated/Format";
import type { Settings } from "../shared/generated/Settings";
import { findFullTexts } from "../shared/page/find-full-texts";
import { Session, type SessionOptions } from "../shared/session";
import { h } from "../shared/ui/dom";
import { ownModelSettings } from "../shared/own-model/endpoint";
import { EndpointBox } from "../shared/ui/endpoint-box";
import { localized, LocalizedError } from "../shared/ui/errors";
import { Theme } from "../shared/ui/theme";
import { languageFor } from "../shared/ui/locales/languages";
import { loadMessages } from "../shared/ui/locales/load";
import { WorkerClient } from "../shared/worker/client";
import { fetchArticle, identifierIn, NotFetched, pageOf, type Identifier } from "./by-identifier";
import { openFiles } from "./open-files";

interface Entry {
  id: string;
  title: string;
  file: string;
  kind: "sample" | "article";
  attribution: string;
  licence: string;
}

/** What is shown: an article that the page brings along, one with an identifier, or a reader's own. */
type Choice = { entry: Entry } | { identifier: Identifier } | { own: string };

const OWN = "own";
/** Formats that are shown as they are. */
const PAGES: ReadonlySet<Format> = new Set<Format>(["html", "latexml"]);
/** What pastes into the field for identifiers may be before it is an article. */
const LONGEST_IDENTIFIER = 300;

function byId<T extends Element>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the demo page has no #${id}`);
  return element;
}

const place = {
  choose: byId("choose", HTMLSelectElement),
  file: byId("file", HTMLInputElement),
  byIdentifier: byId("by-identifier", HTMLFormElement),
  identifier: byId("identifier", HTMLInputElement),
  go: byId("go", HTMLButtonElement),
  headline: byId("headline", HTMLElement),
  formats: byId("formats", HTMLElement),
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
  columns: byId("columns", HTMLElement),
  foot: byId("foot", HTMLElement),
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
let shown: ReturnType<SessionOptions["article"]> = null;
const store = new AuditStore();
const lookUp = new PageLookUpChoice();
// Nobody holds a key for a page: the worker's memory does, until the page is closed.
const endpoint = new PageEndpointChoice(client);
const endpointBox = new EndpointBox(words, endpoint, (setup) => {
  void session.offerEndpoint();
  void tellWhatLeaves();
  if (setup?.ask === "always" && session.state.phase !== "idle") void session.start();
});
// The head of the page stands before anything below it is drawn, which it would move.
showSaved();
await tellWhatLeaves();
place.columns.hidden = false;
place.foot.hidden = false;
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
  chooseOwnModel: async () => {
    await endpoint.write(ownModelSettings(), "on-request", null);
    await Promise.all([endpointBox.refresh(), tellWhatLeaves()]);
    return true;
  },
  store,
});
let entries: readonly Entry[] = [];
/** What the reader asked to see last; null before the first article. */
let loading: AbortController | null = null;

/** What stands in the page before any article is read. */
function speak(): void {
  const { demo, intake } = words;
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  document.title = demo.title;
  place.skip.textContent = demo.skip;
  place.skipToCheck.textContent = demo.skipToCheck;
  place.headline.textContent = intake.headline;
  place.chooseLabel.textContent = intake.choose;
  place.fileLabel.textContent = intake.file;
  place.file.accept = ENDINGS;
  place.identifier.placeholder = intake.identifier;
  place.identifier.setAttribute("aria-label", intake.identifier);
  place.go.textContent = intake.go;
  place.formats.textContent = intake.formats;
  place.aside.setAttribute("aria-label", words.panel.label);
  place.drop.textContent = intake.drop;
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
  place.formats.after(box);
}

async function tellWhatLeaves(): Promise<void> {
  const leaves = words.demo.leaves[(await lookUp.read()).references ? "references" : "nothing"];
  place.local.textContent = leaves[(await endpoint.read())?.ask ?? "off"];
}

interface Page {
  html: string;
  origin: string;
  about: string;
  settings?: Partial<Settings>;
}

/** Shows a page's article and checks it. */
async function show({ html, origin, about, settings = {} }: Page, signal: AbortSignal): Promise<void> {
  const { element: article, page } = await showableArticle(html, words.demo.figure, signal);
  place.article.replaceChildren(article);
  place.about.textContent = about;
  shown = {
    root: article,
    head: page.head,
    origin,
    settings,
    fullTexts: findFullTexts(page, addressOf(page)),
  };
  scrollTo({ top: 0 });
  await session.start();
}

/** The address that a saved page gives itself. */
function addressOf(page: Document): string | null {
  return page.querySelector("link[rel~='canonical' i]")?.getAttribute("href") ?? null;
}

/** Fetches what the page brings along; what cannot be had is said in words of ours. */
async function load(url: string, failure: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(url, { signal: signal ?? null }).catch(() => null);
  signal?.throwIfAborted();
  if (answer?.ok !== true) throw new LocalizedError(failure);
  return answer;
}

async function showEntry(entry: Entry, signal: AbortSignal): Promise<void> {
  const origin = here(`articles/${entry.file}`);
  const answer = await load(origin, words.demo.noArticle(entry.title), signal);
  const about = `${words.demo.kinds[entry.kind]} · ${entry.attribution} · ${entry.licence}`;
  const settings = entry.kind === "sample" ? CLOSED_WORLD : {};
  await show({ html: await answer.text(), origin, about, settings }, signal);
}

async function showFiles(files: readonly File[], name: string, signal: AbortSignal): Promise<void> {
  place.about.textContent = words.intake.loading(name);
  const { html, format } = await openFiles(files, client, words, signal);
  const { own, asText } = words.intake;
  await show({ html, origin: name, about: (PAGES.has(format) ? own : asText)(name) }, signal);
}

async function showIdentified(identifier: Identifier, signal: AbortSignal): Promise<void> {
  place.about.textContent = words.intake.loading(identifier.id);
  const file = await fetchArticle(identifier, signal);
  const { html } = await openFiles([file], client, words, signal);
  const origin = pageOf(identifier);
  const from = identifier.kind === "arxiv" ? "arxiv.org" : "europepmc.org";
  await show({ html, origin, about: words.intake.fetched(from) }, signal);
}

/** Takes the choice into the list and the address, by which it can be shared, and clears what was shown before. */
function begin(choice: Choice): void {
  session.reset();
  shown = null;
  problem(null);
  place.panel.hidden = false;
  place.about.textContent = "";
  place.article.replaceChildren();
  place.choose.namedItem(OWN)?.remove();
  if ("entry" in choice) {
    place.choose.value = choice.entry.id;
    return;
  }
  const name = "own" in choice ? choice.own : choice.identifier.id;
  const option = new Option(name, "");
  option.id = OWN;
  place.choose.append(option);
  option.selected = true;
}

/** The query of a choice; a reader's own file has none. */
function queryOf(choice: Choice): string {
  const query = new URLSearchParams(location.search);
  for (const name of ["article", "arxiv", "doi"]) query.delete(name);
  if ("entry" in choice) query.set("article", choice.entry.id);
  if ("identifier" in choice) query.set(choice.identifier.kind, choice.identifier.id);
  // Identifiers are read more easily with their slash.
  const said = query.toString().replaceAll("%2F", "/");
  return said === "" ? location.pathname : `?${said}`;
}

/**
 * Runs what a reader asked for. The latest choice wins: an earlier one that is still loading ends without a word.
 *
 * @param record whether the address is to say so
 */
function run(choice: Choice, work: (signal: AbortSignal) => Promise<void>, record = true): void {
  loading?.abort();
  loading = new AbortController();
  const { signal } = loading;
  if (record && queryOf(choice) !== location.search) history.pushState(null, "", queryOf(choice));
  begin(choice);
  work(signal).catch((error: unknown) => {
    if (!signal.aborted) tell(error);
  });
}

function openEntry(entry: Entry, record = true): void {
  run({ entry }, (signal) => showEntry(entry, signal), record);
}

function openOwn(files: readonly File[]): void {
  const name = files[0]?.name ?? "";
  run({ own: name }, (signal) => showFiles(files, name, signal));
}

function openIdentified(identifier: Identifier, record = true): void {
  run({ identifier }, (signal) => showIdentified(identifier, signal), record);
}

/** Text that was pasted or dropped: an identifier, or an article. */
function openText(plain: string, html: string): void {
  const identifier = identifierIn(plain);
  if (identifier !== null) {
    openIdentified(identifier);
    return;
  }
  const isMarkup = /^\s*(?:[<\\@%{]|---)/.test(plain);
  const text = isMarkup || html === "" ? plain : html;
  if (text.trim() !== "") openOwn([new File([text], words.intake.pasted)]);
}

function problem(text: string | null, at: string | null = null): void {
  place.problem.hidden = text === null;
  const link =
    at === null
      ? null
      : h(
          "a",
          { href: at, target: "_blank", rel: "noopener noreferrer" },
          words.intake.openAt(new URL(at).host),
        );
  place.problem.replaceChildren(h("p", {}, text ?? "", link === null ? null : " ", link));
}

function tell(error: unknown): void {
  place.about.textContent = "";
  // Without an article there is nothing to check.
  place.panel.hidden = shown === null;
  if (!(error instanceof NotFetched)) {
    problem(localized(words, error instanceof Error ? error.message : String(error)));
    return;
  }
  const { refusal } = error;
  const { closed, offline, unanswered } = words.intake;
  if (refusal.kind === "offline") problem(offline);
  else if (refusal.kind === "unanswered") problem(unanswered(refusal.host));
  else problem(closed[refusal.identifier.kind](refusal.identifier.id), refusal.at);
}

/** What the address names; the first article if it names none. */
function openAddressed(): void {
  const query = new URLSearchParams(location.search);
  const named = identifierIn(query.get("arxiv") ?? query.get("doi") ?? "");
  if (named !== null) {
    openIdentified(named, false);
    return;
  }
  const entry = entries.find(({ id }) => id === query.get("article")) ?? entries[0];
  if (entry === undefined) throw new LocalizedError(words.demo.noIndex);
  openEntry(entry, false);
}

async function start(): Promise<void> {
  const answer = await load(here("articles/index.json"), words.demo.noIndex);
  entries = (await answer.json()) as Entry[];
  const options = entries.map(
    ({ kind, title, id }) => new Option(words.pair(words.demo.kinds[kind], title), id),
  );
  place.choose.prepend(...options);
  place.choose.disabled = false;
  place.choose.addEventListener("change", () => {
    const entry = entries.find(({ id }) => id === place.choose.value);
    if (entry !== undefined) openEntry(entry);
  });
  addEventListener("popstate", openAddressed);
  // A reader who has dropped a file meanwhile reads on.
  if (loading === null) openAddressed();
}

place.file.addEventListener("change", () => {
  const files = [...(place.file.files ?? [])];
  if (files.length > 0) openOwn(files);
  place.file.value = "";
});
place.byIdentifier.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = place.identifier.value;
  const identifier = identifierIn(text);
  if (identifier !== null) openIdentified(identifier);
  else if (text.trim() !== "") problem(words.intake.noIdentifier(text.trim().slice(0, LONGEST_IDENTIFIER)));
});
document.addEventListener("paste", (event) => {
  const data = event.clipboardData;
  if (data === null) return;
  const plain = data.getData("text/plain");
  // The field takes an identifier as any field does; a whole article is one wherever it is pasted.
  const isForField = event.target instanceof HTMLInputElement && plain.length <= LONGEST_IDENTIFIER;
  const isEndpoint = event.composedPath().some((node) => node === place.panel);
  if (isForField || isEndpoint) return;
  event.preventDefault();
  const files = [...data.files];
  if (files.length > 0) openOwn(files);
  else openText(plain, data.getData("text/html"));
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
  const data = event.dataTransfer;
  if (data === null) return;
  const files = [...data.files];
  if (files.length > 0) openOwn(files);
  else openText(data.getData("text/uri-list") || data.getData("text/plain"), data.getData("text/html"));
});

start().catch(tell);
