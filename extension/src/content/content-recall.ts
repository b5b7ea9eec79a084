/** In a page of a site that the reader checks in this tab, loaded anew: shows what is kept of it. Nothing is checked. */

import { pageAudit } from "./page";

/** The browser tells twice of each page: when it comes and when it is complete. */
const LOOKED = Symbol.for("citelight-looked");

if (Reflect.get(globalThis, LOOKED) !== true) {
  Reflect.set(globalThis, LOOKED, true);
  void pageAudit().recall();
}
