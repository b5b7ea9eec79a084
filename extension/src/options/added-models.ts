/** Larger models that a reader may add: what each is good for, its size, and the buttons that download and remove it. */

import { bytesOf, readCatalogue, type OptionalModel } from "@citelight/shared/models/catalogue";
import { ModelStoreError, type ModelFailure } from "@citelight/shared/models/errors";
import { ModelStore } from "@citelight/shared/models/store";
import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { carriedBuilds } from "@citelight/shared/worker/carried-builds";
import { watchRequests } from "@citelight/shared/worker/requests";
import type { ModelsChanged } from "../messages";
import { tellRequest } from "../request-log";

type Role = keyof ExtensionMessages["addedModels"]["roles"];

export function addedModels(words: ExtensionMessages): HTMLElement {
  // The list of what left this browser has downloads, too.
  watchRequests(self, tellRequest);
  const list = h("ul", { class: "models" });
  void readCatalogue(chrome.runtime.getURL("models/manifest.json")).then((catalogue) => {
    fill(
      list,
      ...catalogue.flatMap((model) =>
        isOffered(model.role) ? [new AddedModel(words, model, model.role).element] : [],
      ),
    );
  });
  const { addedModels: text } = words;
  return h(
    "div",
    { class: "column" },
    h("p", { class: "quiet" }, text.about),
    carriedBuilds.length === 0 && h("p", {}, text.cannotRun),
    list,
  );
}

/** Another bi-encoder is not offered: whether a work fits its sentence was fitted to the embedded one, and is not told by others. */
function isOffered(role: OptionalModel["role"]): role is Role {
  return role === "nli" || role === "cross-encoder";
}

class AddedModel {
  readonly element: HTMLElement;
  readonly #buttons = h("div", { class: "buttons" });
  readonly #progress = h("progress", { max: "1", hidden: true });
  /** How much is there: it changes too often to be read aloud. */
  readonly #amount = h("p", { class: "quiet" });
  readonly #status = h("p", { class: "quiet", role: "status" });
  readonly #total: number;

  constructor(
    private readonly words: ExtensionMessages,
    private readonly model: OptionalModel,
    role: Role,
  ) {
    const { addedModels: text } = words;
    this.#total = bytesOf(model);
    this.#progress.setAttribute("aria-label", text.downloadModel(model.id));
    this.element = h(
      "li",
      { class: "column" },
      h(
        "p",
        {},
        h("strong", {}, model.id),
        " ",
        h("span", { class: "quiet" }, text.facts(this.#total / 1e6, model.licence)),
      ),
      h("p", {}, text.roles[role]),
      this.#progress,
      this.#amount,
      this.#status,
      this.#buttons,
    );
    void this.#show();
  }

  /** Shows what is stored, or why not all of it. */
  async #show(failure?: ModelFailure): Promise<void> {
    const { addedModels: text } = this.words;
    let received = 0;
    let isWhole = false;
    try {
      const store = await ModelStore.open();
      received = (await store.list()).find(({ id }) => id === this.model.id)?.bytes ?? 0;
      isWhole = await store.has(this.model);
    } catch (error) {
      failure ??= kindOf(error);
    }
    this.#progress.hidden = true;
    const part = received > 0 && !isWhole ? text.part(received / 1e6, this.#total / 1e6) : null;
    fill(this.#amount, part);
    fill(this.#status, isWhole ? text.stored : failure !== undefined && text.failures[failure]);
    const { id } = this.model;
    fill(
      this.#buttons,
      !isWhole &&
        (part === null
          ? this.#button(text.download, text.downloadModel(id), () => this.#fetch())
          : this.#button(text.continueDownload, text.continueModel(id), () => this.#fetch())),
      received > 0 && this.#button(text.remove, text.removeModel(id), () => this.#remove()),
    );
  }

  #button(label: string, name: string, act: () => Promise<void>): HTMLButtonElement {
    const button = h("button", { type: "button", "aria-label": name }, label);
    button.addEventListener("click", () => void act());
    return button;
  }

  async #fetch(): Promise<void> {
    const { addedModels: text } = this.words;
    const download = new AbortController();
    const stop = this.#button(text.stop, text.stopModel(this.model.id), () => {
      download.abort();
      return Promise.resolve();
    });
    fill(this.#buttons, stop);
    stop.focus();
    this.#progress.hidden = false;
    fill(this.#status);
    try {
      const store = await ModelStore.open();
      await store.download(this.model, {
        signal: download.signal,
        onProgress: ({ received }) => {
          this.#progress.value = received / this.#total;
          setText(this.#amount, text.coming(received / 1e6, this.#total / 1e6));
        },
      });
      await this.#show();
      await tellChanged();
    } catch (error) {
      await this.#show(kindOf(error));
    }
    this.#buttons.querySelector("button")?.focus();
  }

  async #remove(): Promise<void> {
    try {
      const store = await ModelStore.open();
      await store.remove(this.model.id);
      await this.#show();
      await tellChanged();
    } catch (error) {
      await this.#show(kindOf(error));
    }
    this.#buttons.querySelector("button")?.focus();
  }
}

function kindOf(error: unknown): ModelFailure {
  return error instanceof ModelStoreError ? error.kind : "storage";
}

/** Nobody hears where no page is being checked: whoever begins reads what is stored. */
async function tellChanged(): Promise<void> {
  const message: ModelsChanged = { kind: "models-changed" };
  await chrome.runtime.sendMessage(message).catch(() => undefined);
}
