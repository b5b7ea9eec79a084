/** Which pages are OpenReview's, by their addresses. */

export const HOST = "openreview.net";
export const ORIGIN = "https://openreview.net";

/** Whether a page of OpenReview may be one that is read: what it holds decides (content.ts). */
export function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, pathname, searchParams } = new URL(address);
  if (protocol !== "https:" || host !== HOST) return false;
  if (/^\/forum\/[^/]+$/.test(pathname)) return true;
  if (pathname === "/edges/browse") return true;
  return (pathname === "/forum" || pathname === "/group") && searchParams.get("id") !== null;
}

/** Whether an address is that of a submission's file: a page may show links that somebody else wrote. */
export function isPdf({ origin, pathname }: URL): boolean {
  return origin === ORIGIN && pathname === "/pdf";
}

/** Whether a site is OpenReview's: what is read there may be a submission whose authors are hidden. */
export function isOpenReviewSite(site: string | null): boolean {
  const name = site?.replace(/:\d+$/, "") ?? "";
  return name === HOST || name.endsWith(`.${HOST}`);
}
