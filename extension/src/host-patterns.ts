/** Patterns by which browsers grant hosts: which of them speak of the same addresses. */

interface Pattern {
  scheme: string;
  /** Without the `*.` before it; empty for all hosts. */
  host: string;
  withSubdomains: boolean;
}

/** Whether some address fits both patterns: to give one back may then take from whoever needs the other. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [patternFrom(one), patternFrom(other)];
  // Of a pattern that cannot be read, nobody knows what it covers.
  if (a === null || b === null) return true;
  return haveSchemeInCommon(a.scheme, b.scheme) && (holdsHostOf(a, b) || holdsHostOf(b, a));
}

function patternFrom(pattern: string): Pattern | null {
  if (pattern === "<all_urls>") return { scheme: "<all>", host: "", withSubdomains: true };
  const [, scheme, named] = /^(\*|[a-z]+):\/\/([^/]*)\//.exec(pattern) ?? [];
  if (scheme === undefined || named === undefined) return null;
  if (named === "*") return { scheme, host: "", withSubdomains: true };
  const withSubdomains = named.startsWith("*.");
  // Patterns know no ports; some browsers let them be written.
  const host = (withSubdomains ? named.slice(2) : named).replace(/:(\d+|\*)$/, "").toLowerCase();
  return { scheme, host, withSubdomains };
}

function haveSchemeInCommon(one: string, other: string): boolean {
  const isWeb = (scheme: string): boolean => ["*", "http", "https"].includes(scheme);
  return (
    one === other ||
    one === "<all>" ||
    other === "<all>" ||
    (one === "*" && isWeb(other)) ||
    (other === "*" && isWeb(one))
  );
}

/** Whether a pattern's host is among those that the wider one names. */
function holdsHostOf(wide: Pattern, narrow: Pattern): boolean {
  if (!wide.withSubdomains) return !narrow.withSubdomains && wide.host === narrow.host;
  return wide.host === "" || narrow.host === wide.host || narrow.host.endsWith(`.${wide.host}`);
}
