/** The button by which a reader has models looked for on this computer, and what was found: each is taken with one click. */

import { fill, h } from "@citelight/shared/ui/dom";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { grants } from "../browser/grants";
import { LOCAL_PATTERN, type LocalFinding, type LocalServer } from "../local-models";
import type { FindLocalModels, ReleaseHosts } from "../messages";

const NAMES: Readonly<Record<LocalServer, string>> = {
  ollama: "Ollama",
  "lm-studio": "LM Studio",
  "llama-cpp": "llama.cpp",
};

/** What makes a server answer the extension, as its documentation has it. */
export function settingFor(server: LocalServer, origin: string): string {
  switch (server) {
    // https://docs.ollama.com/faq#how-can-i-allow-additional-web-origins-to-access-ollama
    case "ollama":
      return `OLLAMA_ORIGINS=${origin}`;
    // https://lmstudio.ai/docs/cli/server-start
    case "lm-studio":
      return "lms server start --cors";
    // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
    case "llama-cpp":
      return `--cors-origins ${origin}`;
  }
}

/** @param pick takes a model: its address and its name. */
export function localBox(words: ExtensionMessages, pick: (url: string, model: string) => void): HTMLElement {
  const { local: text } = words.endpoint;
  const button = h("button", { type: "button" }, text.find);
  const told = h("div", { class: "outcome", role: "status" });
  const say = (message: string): void => {
    fill(told, h("p", {}, message));
  };
  const find = async (): Promise<void> => {
    // Asking for a host is allowed only while the reader's click lasts: before anything else is awaited.
    if (!(await grants.ask([LOCAL_PATTERN], ["websiteContent"]))) {
      say(text.notGranted);
      return;
    }
    say(text.finding);
    const message: FindLocalModels = { kind: "find-local-models" };
    const answer = await chrome.runtime.sendMessage<FindLocalModels, readonly LocalFinding[] | null>(message);
    const findings = answer ?? [];
    if (findings.length === 0) say(text.none);
    else fill(told, ...findings.flatMap((finding) => shown(words, finding, pick)));
    // Whoever is taken needs the host, and says so; else it is given back.
    if (!findings.some(({ kind }) => kind === "found")) await giveBack();
  };
  button.addEventListener("click", () => {
    button.disabled = true;
    void find().finally(() => {
      button.disabled = false;
    });
  });
  return h("div", { class: "local-models" }, button, h("p", { class: "quiet" }, text.hint), told);
}

function shown(
  words: ExtensionMessages,
  finding: LocalFinding,
  pick: (url: string, model: string) => void,
): HTMLElement[] {
  const { local: text } = words.endpoint;
  const name = NAMES[finding.server];
  if (finding.kind === "locked") return [h("p", {}, text.locked(name))];
  if (finding.kind === "refused")
    return [
      h("p", {}, text.refused(name)),
      h("p", {}, h("code", {}, settingFor(finding.server, new URL(chrome.runtime.getURL("")).origin))),
      h("p", { class: "quiet" }, text.restart[finding.server]),
    ];
  if (finding.models.length === 0) return [h("p", {}, text.empty(name))];
  return finding.models.map((model) => {
    const button = h("button", { type: "button" }, text.pick(model, name));
    button.addEventListener("click", () => {
      pick(finding.url, model);
    });
    return button;
  });
}

function giveBack(): Promise<unknown> {
  const message: ReleaseHosts = { kind: "release-hosts", origins: [LOCAL_PATTERN] };
  return chrome.runtime.sendMessage(message);
}
