/** The first page: look-ups first, since little can be said without them, then the button, an article to try, and the marks. */

import { SEVERITIES } from "@citelight/shared/audit/severity";
import { adopt, fill, h } from "@citelight/shared/ui/dom";
import formCss from "@citelight/shared/ui/form.css";
import { glyph } from "@citelight/shared/ui/glyph";
import { LookUpBox } from "@citelight/shared/ui/look-up-box";
import panelCss from "@citelight/shared/ui/panel.css";
import { Theme } from "@citelight/shared/ui/theme";
import themeCss from "@citelight/shared/ui/theme.css";
import { PINNING } from "../browser/toolbar";
import { watchLanguage } from "../language";
import { messagesForPage } from "../locale";
import { extensionLookUp } from "../look-up";
import { addedModels } from "../options/added-models";
import optionsCss from "../options/options.css";

const words = await messagesForPage();
watchLanguage(() => {
  location.reload();
});
const host = document.getElementById("welcome");
if (host === null) throw new Error("welcome.html lacks #welcome");
new Theme().attach(host);
const root = host.attachShadow({ mode: "open" });
adopt(root, themeCss, panelCss, optionsCss, formCss);

const { welcome: text } = words;
const section = (title: string, ...content: readonly Node[]): HTMLElement =>
  h("section", {}, h("h2", {}, title), ...content);

/** An article with its text as a page. Most of its references are on arXiv, so they are found and can be read. */
const TRIAL = "https://arxiv.org/html/1706.03762v7";

const options = h("button", { type: "button" }, text.options);
options.addEventListener("click", () => {
  void chrome.runtime.openOptionsPage();
});

const pinning = section(text.pinTitle, h("p", {}, text.pin[PINNING]));
/** Gone once the button is in the toolbar. */
async function showPinning(): Promise<void> {
  const { isOnToolbar } = await chrome.action.getUserSettings();
  pinning.hidden = isOnToolbar;
}
window.addEventListener("focus", () => void showPinning());
void showPinning();

fill(
  root,
  h(
    "div",
    { class: "sheet" },
    h("h1", {}, text.title),
    h("p", {}, text.about),
    section(
      text.lookUpTitle,
      h("p", {}, text.lookUp),
      new LookUpBox(words, extensionLookUp, () => undefined).element,
    ),
    pinning,
    section(
      text.tryTitle,
      h("p", {}, h("a", { href: TRIAL, target: "_blank", rel: "noopener noreferrer" }, text.trial)),
      h("ol", {}, ...text.steps.map((step) => h("li", {}, step))),
    ),
    section(
      text.marksTitle,
      h(
        "ul",
        { class: "marks" },
        ...SEVERITIES.map((need) =>
          h("li", {}, glyph(need), h("strong", {}, words.need[need]), h("span", {}, words.needHint[need])),
        ),
      ),
      h("p", { class: "quiet" }, words.panel.keys),
    ),
    h(
      "details",
      { class: "advanced" },
      h("summary", {}, text.optional(words.addedModels.title)),
      addedModels(words),
    ),
    section(text.privacyTitle, h("p", {}, words.privacy.about), h("div", { class: "buttons" }, options)),
  ),
);
