/** The host of an endpoint, as browsers grant it. */

import type { EndpointSettings } from "@citelight/shared/generated/EndpointSettings";

/** The hosts that an endpoint needs: none for the browser's own model, which is on no host. */
export function originsOf({ kind, url }: Pick<EndpointSettings, "kind" | "url">): string[] {
  return kind === "browser" ? [] : [originPattern(url)];
}

/** A match pattern for the server of an address; patterns know no ports. */
export function originPattern(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}
