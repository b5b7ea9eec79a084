/** The shadow tree of a place of ours, guarded as its page makes necessary. */

import { adopt } from "./dom";
import { sealed } from "./sealed";
import { trustedOnly } from "./trusted-events";

/** What a page may do with what is ours on it. */
export type Isolation =
  /** It is our own page, or one whose makers put us there: it may look in, and style us as documented. */
  | "shared"
  /** A stranger's, on which the reader clicked our button: it may neither look in nor restyle. */
  | "sealed";

export function ownRoot(host: HTMLElement, isolation: Isolation, ...styles: readonly string[]): ShadowRoot {
  const isSealed = isolation === "sealed";
  const root = host.shadowRoot ?? host.attachShadow(isSealed ? { mode: "closed" } : { mode: "open" });
  trustedOnly(root);
  adopt(root, ...(isSealed ? styles.map(sealed) : styles));
  return root;
}
