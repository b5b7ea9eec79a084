/** Runs in the page: one finding in a card, as a reader sees it after a click on its mark. */

import { AuditState } from "../../../www/src/audit/state";
import type { Finding } from "../../../www/src/generated/Finding";
import { cardBody } from "../../../www/src/ui/card-body";
import cardCss from "../../../www/src/ui/card.css";
import { adopt, h } from "../../../www/src/ui/dom";
import { Theme } from "../../../www/src/ui/theme";
import themeCss from "../../../www/src/ui/theme.css";
import { english } from "../../../www/src/ui/words/english/index";

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
