/** Whether a site is one that not everybody reaches: of a computer, a private network, a name without a domain. */
export function isPrivateSite(site: string): boolean {
  const host = site.replace(/:\d+$/, "").toLowerCase();
  if (host.startsWith("[") || !host.includes(".")) return true;
  if (/\.(?:local|localhost|internal|intranet|lan|home|corp|test|invalid)$/.test(host)) return true;
  const [first = NaN, second = NaN, ...rest] = host.split(".").map(Number);
  if (rest.length !== 2 || [first, second, ...rest].some((part) => !Number.isInteger(part))) return false;
  return (
    [0, 10, 127].includes(first) ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}
