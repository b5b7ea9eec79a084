/** The first page: what the extension does, how it is used, what it never does by itself. */

import { SEVERITIES } from "@citelight/shared/audit/severity";
import { adopt, fill, h } from "@citelight/shared/ui/dom";
import formCss from "@citelight/shared/ui/form.css";
import { glyph } from "@citelight/shared/ui/glyph";
import { LookUpBox } from "@citelight/shared/ui/look-up-box";
import panelCss from "@citelight/shared/ui/panel.css";
import { Theme } from "@citelight/shared/ui/theme";
import themeCss from "@citelight/shared/ui/theme.css";
import { messagesForPage, watchLanguage } from "../language";
import { extensionLookUp } from "../look-up";
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

const options = h("button", { type: "button" }, text.options);
options.addEventListener("click", () => {
  void chrome.runtime.openOptionsPage();
});
fill(
  root,
  h(
    "div",
    { class: "sheet" },
    h("h1", {}, text.title),
    h("p", {}, text.about),
    section(text.useTitle, h("ol", {}, ...text.steps.map((step) => h("li", {}, step)))),
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
    section(
      text.lookUpTitle,
      h("p", {}, text.lookUp),
      new LookUpBox(words, extensionLookUp, () => undefined).element,
    ),
    section(text.privacyTitle, h("p", {}, words.privacy.about), h("div", { class: "buttons" }, options)),
  ),
);
