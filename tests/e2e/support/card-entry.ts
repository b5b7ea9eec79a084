/** Runs in the page: one finding in a card, as a reader sees it after a click on its mark. */

import { AuditState } from "@citelight/shared/audit/state";
import type { Finding } from "@citelight/shared/generated/Finding";
import { cardBody } from "@citelight/shared/ui/card-body";
import cardCss from "@citelight/shared/ui/card.css";
import { adopt, h } from "@citelight/shared/ui/dom";
import { Theme } from "@citelight/shared/ui/theme";
import themeCss from "@citelight/shared/ui/theme.css";
import { english } from "@citelight/shared/ui/locales/english/index";

declare global {
  interface Window {
    showFinding: (finding: Finding) => void;
  }
}

window.showFinding = (finding) => {
  const host = h("div", { popover: "manual" });
  new Theme().attach(host);
  const shadow = host.attachShadow({ mode: "open" });
  adopt(shadow, themeCss, cardCss);
  shadow.append(h("section", { class: "card" }, cardBody(english, finding, new AuditState())));
  document.body.append(host);
  host.showPopover();
};
