/** Hosts that a page of the extension needs for a moment: nobody gives one back meanwhile. */

const PREFIX = "host:";

/** Does something that needs hosts. They are free again when it has ended, and when the page has gone. */
export function withHosts<T>(patterns: readonly string[], act: () => Promise<T>): Promise<T> {
  const [pattern, ...rest] = patterns;
  return pattern === undefined
    ? act()
    : navigator.locks.request(`${PREFIX}${pattern}`, { mode: "shared" }, () => withHosts(rest, act));
}

/** Patterns of the hosts that some page needs now. */
export async function lockedHosts(): Promise<readonly string[]> {
  const { held = [] } = await navigator.locks.query();
  return held
    .map(({ name = "" }) => name)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));
}
