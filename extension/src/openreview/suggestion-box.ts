/** The references that one reply suggests, below its words; looked up when the reader says so. */

import { referenceStatusOf } from "@citelight/shared/audit/reference-status";
import type { Resolution } from "@citelight/shared/generated/Resolution";
import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { around, closed, nodesOf } from "@citelight/shared/ui/core-text";
import { codeOf, errorCodeOf } from "@citelight/shared/error-codes";
import { localized } from "@citelight/shared/ui/errors";
import { suggestionOrder, workOf } from "./compare";
import { isCopy } from "./confidential";
import type { OpenReviewClient } from "./client";
import { permission, type Permission } from "./fields";
import { stateOf, type Forum } from "./markup";
import { nearnessOf } from "./nearness";
import { isForChairs, mayLookUp, type Consent } from "./policy";
import type { Reply } from "./replies";
import { button, makeShadowHost } from "./shadow-host";
import type { Suggestion } from "./suggestions";
import type { Nearness, WorkCheck, WorkChecks } from "./work-checks";

/** What the boxes of one forum share. */
export interface BoxContext {
  /** The forum as it is drawn now. */
  forum(): Forum;
  readonly consent: Consent;
  /** The reader allowed something, or took it back. */
  allowed(): void;
  readonly checks: WorkChecks;
  readonly client: OpenReviewClient;
  readonly theme: Theme;
  readonly words: ExtensionMessages;
}

export class SuggestionBox {
  readonly host: HTMLElement;
  readonly #context: BoxContext;
  #reply: Reply;
  /** As this reply names the works: another one may have said more of them. */
  #suggestions: readonly Suggestion[] = [];
  #works: readonly WorkCheck[] = [];
  #results: HTMLElement[] = [];
  /** Works that whoever signed wrote themselves. */
  #own: ReadonlySet<WorkCheck> = new Set();
  readonly #list = h("ol", { class: "entries" });
  readonly #button: HTMLButtonElement;
  readonly #permission: Permission;
  readonly #status = h("p", { class: "quiet", role: "status" });

  constructor(reply: Reply, suggestions: readonly Suggestion[], context: BoxContext) {
    const { words, theme } = context;
    const { openReview: text } = words;
    this.#context = context;
    this.#reply = reply;
    const { host, root } = makeShadowHost("suggestions", theme, words);
    this.host = host;
    this.#button = button("", () => void this.#check());
    this.#permission = permission(text.chairsOnly, (isAllowed) => {
      context.consent.chairsReplies = isAllowed;
      context.allowed();
    });
    const heading = reply.after === null ? text.suggestedIn(reply.title) : text.suggested;
    fill(
      root,
      h(
        "section",
        { class: "box", "aria-label": text.suggested },
        h("h4", { dir: "auto" }, heading),
        this.#list,
        h("p", { class: "quiet" }, text.suggestedHint),
        this.#permission.line,
        h("div", { class: "row" }, this.#button, this.#status),
      ),
    );
    context.checks.subscribe(() => {
      this.#showResults();
    });
    this.update(reply, suggestions);
  }

  /** Suggestions as the reply has them now: what was found of them stays. */
  update(reply: Reply, suggestions: readonly Suggestion[]): void {
    this.#reply = reply;
    this.#suggestions = suggestions;
    const works = suggestions.map((suggestion) => this.#context.checks.of(suggestion));
    const isSame = works.length === this.#works.length && works.every((work, at) => work === this.#works[at]);
    if (!isSame) {
      this.#works = works;
      this.#results = works.map(() => h("div", { class: "result" }));
      fill(
        this.#list,
        ...suggestions.map(({ shown }, at) =>
          h("li", {}, h("p", { dir: "auto" }, shown), this.#results[at] ?? ""),
        ),
      );
      setText(this.#button, this.#context.words.openReview.check(works.length));
      this.#showResults();
    }
    this.permit();
  }

  /** Shows whether the reader may have these looked up. */
  permit(): void {
    this.#permission.line.hidden = !isForChairs(this.#reply.readers);
    this.#permission.box.checked = this.#context.consent.chairsReplies;
  }

  async #check(): Promise<void> {
    const { checks, client, consent, words } = this.#context;
    const { openReview: text } = words;
    const forum = this.#context.forum();
    const works = this.#works;
    const isOpen = (place: number): boolean => works[place]?.state === "open";
    const open = works.filter((_, place) => isOpen(place));
    const suggested = this.#suggestions.filter((_, place) => isOpen(place));
    const entries = mayLookUp(stateOf(forum), consent, this.#reply.readers, suggested);
    if (typeof entries === "string") {
      setText(this.#status, entries === "chairs-only" ? text.chairsOnlyFirst : text.notSent);
      return;
    }
    this.#button.disabled = true;
    setText(this.#status, text.checking);
    try {
      const ending = open.length === 0 ? null : await checks.lookUp(open, entries, client);
      if (ending?.kind === "not-allowed") {
        setText(this.#status, text.notAllowed);
        return;
      }
      await checks.settled();
      setText(this.#status, text.comparing);
      await this.#compare(works);
      const failure = ending?.failure ?? null;
      fill(this.#status, ...(failure === null ? [] : within(words, text.endedEarly, failure)));
    } finally {
      this.#button.disabled = false;
    }
  }

  /** All works that were found are compared at once, with what the page shows of the submission. */
  async #compare(works: readonly WorkCheck[]): Promise<void> {
    const found = works.filter(
      (work) => work.resolution?.kind === "resolved" && !this.#isItself(work.resolution),
    );
    if (found.length === 0) return;
    const compared = found.flatMap(({ resolution }) =>
      resolution?.kind === "resolved" ? [workOf(resolution.record)] : [],
    );
    const { client, checks } = this.#context;
    const order = suggestionOrder(this.#context.forum(), compared, this.#reply.signedBy);
    const assessment = await client.assess(order);
    this.#own = new Set(
      this.#reply.signedBy === null ? [] : found.filter((_, at) => assessment.own.includes(at)),
    );
    checks.compared(found, assessment);
  }

  #showResults(): void {
    const { openReview: text } = this.#context.words;
    this.#works.forEach((work, at) => {
      const result = this.#results[at];
      const item = result?.parentElement;
      if (result === undefined || !(item instanceof HTMLLIElement)) return;
      const { resolution, state } = work;
      if (state === "unreadable") fill(result, h("p", {}, text.notRead));
      else if (resolution === null) fill(result);
      else if (this.#isItself(resolution)) fill(result, h("p", {}, text.itself));
      else {
        const status = referenceStatusOf(resolution);
        item.className = status === "found" ? "found" : status === "open" ? "" : "look";
        const { signedBy } = this.#reply;
        const own = signedBy !== null && this.#own.has(work) ? [h("p", {}, text.ownWork(signedBy.name))] : [];
        fill(result, ...sentences(this.#context.words, resolution), ...this.#nearness(work.nearness), ...own);
      }
    });
  }

  /** Whether an entry led to a published copy of a submission whose authors are hidden: nothing of its record is shown. */
  #isItself(resolution: Resolution): boolean {
    const { confidential } = stateOf(this.#context.forum());
    return confidential !== null && resolution.kind === "resolved" && isCopy(resolution.record, confidential);
  }

  #nearness(nearness: Nearness | null): HTMLElement[] {
    if (nearness === null) return [];
    const { words } = this.#context;
    const { openReview: text } = words;
    if (nearness.kind === "problem")
      return [h("p", {}, ...within(words, text.notCompared, nearness.problem ?? codeOf("crashed")))];
    const { cosine, hasAbstract } = nearness;
    const isWhole = hasAbstract && this.#context.forum().abstract !== null;
    return [
      h(
        "p",
        {},
        text.relevance(nearnessOf(words, cosine), cosine, isWhole ? text.bases.both : text.bases.title),
      ),
    ];
  }
}

/** A sentence around a message of the core, or around a failure of ours. */
function within(
  words: ExtensionMessages,
  sentence: (inner: string) => string,
  message: string,
): (Node | string)[] {
  return errorCodeOf(message) === null
    ? nodesOf(words, around(sentence, message))
    : [sentence(localized(words, message))];
}

/** What came of an entry, in words. */
function sentences(words: ExtensionMessages, resolution: Resolution): HTMLElement[] {
  const { openReview: text } = words;
  const said = (...parts: readonly (Node | string)[]): HTMLElement => h("p", {}, ...parts);
  switch (resolution.kind) {
    case "ghost":
      return [said(text.ghost(resolution.asked))];
    case "ambiguous":
      return [said(text.ambiguous)];
    case "unknown":
      return [said(...nodesOf(words, around(text.unknown, closed(resolution.reason))))];
    case "resolved": {
      const { record, differences } = resolution;
      const standing = referenceStatusOf(resolution);
      const fields = differences.map(({ field }) => field);
      return [
        said(text.exists(record.title, record.year)),
        ...(standing === "retracted" ? [said(text.retracted)] : []),
        ...(standing === "concern" ? [said(text.concern)] : []),
        ...(fields.length > 0 ? [said(text.differs(fields))] : []),
      ];
    }
  }
}
