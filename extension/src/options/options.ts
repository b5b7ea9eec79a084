/** The options: first what most readers need, last what few do. */

import { profileFrom, PROFILES } from "@citelight/shared/audit/policy";
import type { EndpointChoice, EndpointSetup } from "@citelight/shared/audit/endpoint-choice";
import type { ConnectionTest } from "@citelight/shared/generated/ConnectionTest";
import { adopt, fill, h } from "@citelight/shared/ui/dom";
import { EndpointForm } from "@citelight/shared/ui/endpoint-form";
import { field, option } from "@citelight/shared/ui/fields";
import formCss from "@citelight/shared/ui/form.css";
import { LookUpBox } from "@citelight/shared/ui/look-up-box";
import panelCss from "@citelight/shared/ui/panel.css";
import { Theme } from "@citelight/shared/ui/theme";
import themeCss from "@citelight/shared/ui/theme.css";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";

import { LANGUAGE_NAMES, LANGUAGES } from "@citelight/shared/ui/locales/languages";
import { WorkerClient } from "@citelight/shared/worker/client";
import { grants } from "../browser/grants";
import { fetchThroughBackground } from "../fetch-proxy";
import { originsOf } from "../endpoint-origin";
import { languageChoiceFrom, readLanguage, watchLanguage, writeLanguage } from "../language";
import { messagesForPage } from "../locale";
import { extensionLookUp, readMail, writeMail } from "../look-up";
import type { FromOptions } from "../messages";
import { readPolicy, writePolicy } from "../policy-choice";
import { addedModels } from "./added-models";
import optionsCss from "./options.css";
import { findingsPlaceForm } from "./findings-place-form";
import { localBox } from "./local-box";
import { privacyLog } from "./privacy";
import { siteList } from "./site-list";
import { sourceKeysForm } from "./source-keys-form";
import { storageUse } from "./storage";
import { transferForm } from "./transfer-form";

const words: ExtensionMessages = await messagesForPage();
document.title = words.options.title;
watchLanguage(() => {
  location.reload();
});

const client = new WorkerClient(
  { worker: chrome.runtime.getURL("worker.js"), models: null, library: null },
  undefined,
  fetchThroughBackground,
);

function say<T>(message: FromOptions): Promise<T> {
  return chrome.runtime.sendMessage<FromOptions, T>(message);
}

// Hosts that were granted while this page is open: what a test finds is saved long after the click.
const granted = new Set<string>();

const choice: EndpointChoice = {
  read: () => say<EndpointSetup | null>({ kind: "endpoint" }),
  async write(settings, ask, key, lasts) {
    // Asking for a host is allowed only while the reader's click lasts: before anything else is awaited.
    const origins = originsOf(settings).filter((origin) => !granted.has(origin));
    if (origins.length > 0 && !(await grants.ask(origins, ["websiteContent", "authenticationInfo"])))
      return words.endpoint.notGranted;
    // That of another server is given back (background/needed-hosts.ts).
    granted.clear();
    for (const origin of originsOf(settings)) granted.add(origin);
    const kept = await say<boolean | null>({ kind: "set-endpoint", settings, ask, key, lasts });
    return kept === true ? null : words.endpoint.notKept;
  },
  async removeKey() {
    await say<boolean>({ kind: "remove-key" });
  },
  async forget() {
    await say<boolean>({ kind: "forget-endpoint" });
    granted.clear();
  },
  async attempt(): Promise<ConnectionTest> {
    const setup = await this.read();
    if (setup === null) return { kind: "failed", reason: words.endpoint.notSetUp };
    return client.attempt({ settings: setup.settings, carried: true });
  },
};

function mailForm(): HTMLElement {
  const { options: text } = words;
  const input = h("input", { type: "email", autocomplete: "email", spellcheck: "false" });
  const status = h("div", { class: "outcome", role: "status" });
  const tell = (message: string, kind: string): void => {
    status.dataset.kind = kind;
    fill(status, h("p", {}, message));
  };
  const form = h(
    "form",
    { novalidate: true },
    field(text.mail, input, text.mailHint),
    h("div", { class: "buttons" }, h("button", { type: "submit" }, text.mailSave)),
    status,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const mail = input.value.trim();
    if (!input.checkValidity()) tell(text.noMail, "error");
    else
      void writeMail(mail === "" ? null : mail).then((isKept) => {
        tell(isKept ? text.saved : text.notSaved, isKept ? "plain" : "error");
      });
  });
  void readMail().then((mail) => {
    input.value = mail ?? "";
  });
  return form;
}

/** Each language in its own words; the page is shown anew in the one that was chosen. */
function languageField(): HTMLElement {
  const { options: text } = words;
  const select = h("select");
  select.append(
    option("browser", text.asBrowser),
    ...LANGUAGES.map((language) => {
      const named = option(language, LANGUAGE_NAMES[language]);
      named.lang = language;
      return named;
    }),
  );
  void readLanguage().then((choice) => {
    select.value = choice;
  });
  select.addEventListener("change", () => {
    void writeLanguage(languageChoiceFrom(select.value));
  });
  return field(text.language, select, text.languageHint);
}

/** Which differences of entries are an error, a note, nothing. */
function policyField(): HTMLElement {
  const { policy: text } = words;
  const select = h("select");
  select.append(option("", text.none), ...PROFILES.map((profile) => option(profile, text.profiles[profile])));
  void readPolicy().then((profile) => {
    select.value = profile ?? "";
  });
  select.addEventListener("change", () => {
    void writePolicy(profileFrom(select.value));
  });
  return field(text.label, select, text.hint);
}

function section(id: string, title: string, ...content: readonly Node[]): HTMLElement {
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), ...content);
}

const host = document.getElementById("options");
if (host === null) throw new Error("options.html lacks #options");
const theme = new Theme();
theme.attach(host);
const root = host.attachShadow({ mode: "open" });
adopt(root, themeCss, panelCss, optionsCss, formCss);
const form = new EndpointForm(words, choice, { lasts: true, hasPages: true, changed: () => undefined });
fill(
  root,
  h(
    "div",
    { class: "sheet" },
    h("h1", {}, words.options.heading),
    section(
      "look-up",
      words.options.lookUp,
      new LookUpBox(words, extensionLookUp, () => undefined).element,
      mailForm(),
    ),
    section("sites", words.site.list, siteList(words)),
    h("section", {}, policyField()),
    h("section", {}, languageField()),
    section(
      "privacy",
      words.privacy.title,
      h("p", { class: "quiet" }, words.privacy.about),
      privacyLog(words),
    ),
    section("storage", words.storage.title, storageUse(words)),
    section(
      "endpoint",
      words.endpoint.title,
      h("p", { class: "quiet" }, words.endpoint.about),
      localBox(words, (url, model) => {
        void form.take(url, model);
      }),
      form.element,
    ),
    section("added-models", words.addedModels.title, addedModels(words)),
    h(
      "details",
      { class: "advanced" },
      h("summary", {}, words.options.advanced),
      sourceKeysForm(words),
      section("findings-place", words.findingsPlace.title, findingsPlaceForm(words)),
      section("transfer", words.transfer.title, transferForm(words, choice, form)),
    ),
  ),
);
