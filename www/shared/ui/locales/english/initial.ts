/** What the component says before a reader asks. */

export const initialMessages = {
  /** For screen readers, which may be reading a page in another language. */
  language: "en",
  check: "Check citations",
  show: "Show citation check",
  noTarget: (selector: string) => `cite-light: nothing on this page matches for="${selector}".`,
  loadFailed: (reason: string) => `The citation check didn’t load. Reload the page to try again. (${reason})`,
  badgeProblems: (problems: number, all: number) =>
    `${problems} of ${all} citations ${problems === 1 ? "needs" : "need"} attention`,
  badgeChecked: (checked: number, all: number) => `${checked} of ${all} citations checked, no problem found`,
};

export type InitialMessages = typeof initialMessages;
