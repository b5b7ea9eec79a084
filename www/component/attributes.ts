/** The attributes of `<cite-light>` as properties: each is read where it stands and written there. */

// Without a DOM (a server that renders pages) the module loads and does nothing.
const Base =
  (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ??
  (Object as unknown as typeof HTMLElement);

/** As journals' pages name it, the usual way first. */
const DOI_METAS = ["citation_doi", "bepress_citation_doi", "prism.doi", "dc.identifier", "dc.identifier.doi"];

/** The DOI that a page's `<meta>` gives; empty without one. */
function doiIn(page: Document): string {
  const metas = [...page.head.querySelectorAll("meta[name][content]")];
  for (const name of DOI_METAS)
    for (const meta of metas) {
      if (meta.getAttribute("name")?.toLowerCase() !== name) continue;
      const doi = /\b10\.\d{4,9}\/\S+/.exec(meta.getAttribute("content") ?? "")?.[0];
      if (doi !== undefined) return doi;
    }
  return "";
}

export class CiteLightAttributes extends Base {
  /** CSS selector of the article; empty for the first `article` or `main`. */
  get for(): string {
    return this.getAttribute("for") ?? "";
  }

  set for(selector: string) {
    this.setAttribute("for", selector);
  }

  /** Whether the check starts by itself or when a reader presses the button. */
  get mode(): "auto" | "manual" {
    return this.getAttribute("mode") === "auto" ? "auto" : "manual";
  }

  set mode(mode: "auto" | "manual") {
    this.setAttribute("mode", mode);
  }

  /** Light, dark, or as the reader's system has it. */
  get theme(): "auto" | "light" | "dark" {
    const theme = this.getAttribute("theme");
    return theme === "light" || theme === "dark" ? theme : "auto";
  }

  set theme(theme: "auto" | "light" | "dark") {
    this.setAttribute("theme", theme);
  }

  /** Address of findings that were computed beforehand; empty to check here. */
  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(address: string) {
    this.setAttribute("src", address);
  }

  /** The article's DOI, which `{doi}` in `src` stands for; without the attribute, the one in the page's `<meta>`. */
  get doi(): string {
    return this.getAttribute("doi") ?? doiIn(this.ownerDocument);
  }

  set doi(doi: string) {
    this.setAttribute("doi", doi);
  }

  /** Whether nothing is shown where there is nothing to say: no findings, or none that could be loaded. */
  get hideEmpty(): boolean {
    return this.hasAttribute("hide-empty");
  }

  set hideEmpty(hides: boolean) {
    this.toggleAttribute("hide-empty", hides);
  }

  /** Whether only a line with the counts of `src` is shown, for lists of articles. */
  get badge(): boolean {
    return this.hasAttribute("badge");
  }

  set badge(isBadge: boolean) {
    this.toggleAttribute("badge", isBadge);
  }

  /** Where the badge leads; empty for nowhere. */
  get href(): string {
    return this.getAttribute("href") ?? "";
  }

  set href(address: string) {
    this.setAttribute("href", address);
  }

  /** Folder with `worker.js`, `wasm/`, `models/` and `library/`; empty for the folder of the script. */
  get assets(): string {
    return this.getAttribute("assets") ?? "";
  }

  set assets(folder: string) {
    this.setAttribute("assets", folder);
  }

  /** Folder with the models; empty for `models/` among the assets. */
  get models(): string {
    return this.getAttribute("models") ?? "";
  }

  set models(folder: string) {
    this.setAttribute("models", folder);
  }

  /** Folder with records and texts; empty for `library/` among the assets. */
  get library(): string {
    return this.getAttribute("library") ?? "";
  }

  set library(folder: string) {
    this.setAttribute("library", folder);
  }

  /**
   * Name of the venue's policy by which references are a problem or not (`neurips-2026`, `iclr-2026`, `strict`, `lenient`, `default`); empty
   * for none, or for that by which the findings in `src` were judged.
   */
  get policy(): string {
    return this.getAttribute("policy") ?? "";
  }

  set policy(policy: string) {
    this.setAttribute("policy", policy);
  }

  /** Whether readers may have references looked up at the scholarly indexes. */
  get lookUp(): "offer" | "never" {
    return this.getAttribute("look-up") === "never" ? "never" : "offer";
  }

  set lookUp(lookUp: "offer" | "never") {
    this.setAttribute("look-up", lookUp);
  }

  /** Whether readers may have open claims judged by the model of their own browser. */
  get browserModel(): "offer" | "never" {
    return this.getAttribute("browser-model") === "never" ? "never" : "offer";
  }

  set browserModel(browserModel: "offer" | "never") {
    this.setAttribute("browser-model", browserModel);
  }

  /** Address of an endpoint that claims which stay open may be put to; empty for none. */
  get endpoint(): string {
    return this.getAttribute("endpoint") ?? "";
  }

  set endpoint(address: string) {
    this.setAttribute("endpoint", address);
  }

  /** What answers there: a model, or a Citelight server. */
  get endpointKind(): "model" | "citelight" {
    return this.getAttribute("endpoint-kind") === "citelight" ? "citelight" : "model";
  }

  set endpointKind(kind: "model" | "citelight") {
    this.setAttribute("endpoint-kind", kind);
  }

  /** The model's name there. */
  get endpointModel(): string {
    return this.getAttribute("endpoint-model") ?? "";
  }

  set endpointModel(name: string) {
    this.setAttribute("endpoint-model", name);
  }

  /** Response format. */
  get endpointFormat(): "schema" | "object" | "plain" {
    const format = this.getAttribute("endpoint-format");
    return format === "schema" || format === "object" ? format : "plain";
  }

  set endpointFormat(format: "schema" | "object" | "plain") {
    this.setAttribute("endpoint-format", format);
  }

  /** When it is asked: for every open claim, or when a reader presses the button of a finding. */
  get endpointAsk(): "on-request" | "always" {
    return this.getAttribute("endpoint-ask") === "always" ? "always" : "on-request";
  }

  set endpointAsk(ask: "on-request" | "always") {
    this.setAttribute("endpoint-ask", ask);
  }
}
