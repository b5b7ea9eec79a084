/** The buttons that save the settings to a file and load them from one. */

import type { EndpointChoice } from "@citelight/shared/audit/endpoint-choice";
import { h, setText } from "@citelight/shared/ui/dom";
import type { EndpointForm } from "@citelight/shared/ui/endpoint-form";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { readLanguage, writeLanguage } from "../language";
import { readMail, writeMail } from "../look-up";
import type { FromOptions } from "../messages";
import { readSites, writeSites } from "../sites";
import { settingsFrom, written } from "./transfer";

const NAME = "citelight-settings.json";

export function transferForm(
  words: ExtensionMessages,
  endpoint: EndpointChoice,
  form: EndpointForm,
): HTMLElement {
  const { transfer: text } = words;
  const status = h("p", { role: "status", class: "quiet" });
  const save = h("button", { type: "button" }, text.save);
  const load = h("button", { type: "button" }, text.load);
  const picker = h("input", { type: "file", accept: "application/json,.json", hidden: true });
  save.addEventListener("click", () => {
    void saved(endpoint).then(() => {
      setText(status, text.saved(NAME));
    });
  });
  load.addEventListener("click", () => {
    picker.click();
  });
  picker.addEventListener("change", () => {
    const [file] = picker.files ?? [];
    picker.value = "";
    if (file !== undefined)
      void loaded(file).then(async (loading) => {
        setText(status, text.told[loading]);
        await form.refresh();
      });
  });
  return h(
    "div",
    { class: "column" },
    h("p", { class: "quiet" }, text.about),
    h("div", { class: "buttons" }, save, load, picker),
    status,
  );
}

async function saved(endpoint: EndpointChoice): Promise<void> {
  const settings = {
    language: await readLanguage(),
    mail: await readMail(),
    sites: await readSites(),
    endpoint: await endpoint.read(),
  };
  const address = URL.createObjectURL(new Blob([written(settings)], { type: "application/json" }));
  h("a", { href: address, download: NAME }).click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}

/** What became of a file that was to be loaded. */
export type Loading = "none" | "all" | "without-mail";

export async function loaded(file: File): Promise<Loading> {
  const settings = settingsFrom(await file.text());
  if (settings === null) return "none";
  // Firefox asks whether an address may be sent, but lets nobody ask once a file was read: the reader enters it again.
  const isMailKept = await writeMail(settings.mail).catch(() => false);
  await writeSites(settings.sites);
  if (settings.endpoint !== null) {
    // Without its key, and asked only once the reader allowed its host. A key that is here already lasts as long as before.
    const { settings: endpoint, ask } = settings.endpoint;
    const set: FromOptions = { kind: "set-endpoint", settings: endpoint, ask, key: null, lasts: null };
    await chrome.runtime.sendMessage(set);
  }
  // The last: pages of the extension are shown anew in another language.
  if (settings.language !== (await readLanguage())) await writeLanguage(settings.language);
  return isMailKept ? "all" : "without-mail";
}
