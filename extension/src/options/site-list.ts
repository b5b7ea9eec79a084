/** The sites with choices of their own, each with a button that forgets it. */

import { fill, h } from "@citelight/shared/ui/dom";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { forgetSite, readSites, siteName, SITES_KEY, type SiteChoice } from "../sites";

export function siteList(words: ExtensionMessages): HTMLElement {
  const list = h("div");
  const show = async (): Promise<void> => {
    const sites = [...(await readSites())];
    fill(
      list,
      sites.length === 0
        ? h("p", { class: "quiet" }, words.site.none)
        : h("ul", { class: "sites" }, ...sites.map(([site, choice]) => row(words, site, choice))),
    );
  };
  chrome.storage.local.onChanged.addListener((changes) => {
    if (SITES_KEY in changes) void show();
  });
  void show();
  return list;
}

function row(words: ExtensionMessages, site: string, { check, ask }: SiteChoice): HTMLElement {
  const { site: text } = words;
  const choices = [
    words.pair(text.when, text.check[check]),
    ...(ask === null ? [] : [words.pair(text.endpoint, text.askMode[ask])]),
  ];
  const name = siteName(words, site);
  const button = h("button", { type: "button", "aria-label": text.remove(name) }, text.forget);
  button.addEventListener("click", () => {
    void forgetSite(site);
  });
  return h(
    "li",
    {},
    h("span", {}, h("strong", {}, name), h("span", { class: "quiet" }, choices.join(" · "))),
    button,
  );
}
