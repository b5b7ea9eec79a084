/** Which pages are OpenReview's, by their addresses. */

export const HOST = "openreview.net";
export const ORIGIN = "https://openreview.net";
export const PDF_PATH = "/pdf";

/** Whether a page of OpenReview may be one that is read: what it holds decides (content.ts). */
export function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, pathname, searchParams } = new URL(address);
  if (protocol !== "https:" || host !== HOST) return false;
  if (/^\/forum\/[^/]+$/.test(pathname)) return true;
  if (pathname === "/edges/browse") return true;
  return (pathname === "/forum" || pathname === "/group") && searchParams.get("id") !== null;
}

/** Whether a site is OpenReview's: what is read there may be a submission whose authors are hidden. */
export function isOpenReviewSite(site: string | null): boolean {
  const name = site?.replace(/:\d+$/, "") ?? "";
  return name === HOST || name.endsWith(`.${HOST}`);
}
