/** The host of an endpoint, as browsers grant it. */

/** A match pattern for the server of an address; patterns know no ports. */
export function originPattern(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}
