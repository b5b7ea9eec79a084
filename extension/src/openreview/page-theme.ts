/** Whether a page is drawn light or dark, whatever the system prefers: what stands within it should look the same. */

/** Below this relative luminance a background is dark. */
const DARK = 0.4;

export function isDrawnDark(document: Document): boolean {
  for (const place of ["main#content", "main", "body", "html"]) {
    const element = document.querySelector(place);
    const luminance = element === null ? null : luminanceOf(getComputedStyle(element).backgroundColor);
    if (luminance !== null) return luminance < DARK;
  }
  // Nothing is painted: the browser's own canvas, which is white unless the page follows the system.
  const { colorScheme } = getComputedStyle(document.documentElement);
  const followsDark = colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
  return colorScheme.includes("dark") && (followsDark || !colorScheme.includes("light"));
}

/** Relative luminance of a colour as browsers write it, 0..=1; null if it can be seen through. */
function luminanceOf(colour: string): number | null {
  const [red, green, blue, alpha] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined || (alpha ?? 1) < 0.5) return null;
  const linear = [red, green, blue].map((part) => (part / 255) ** 2.2);
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}
