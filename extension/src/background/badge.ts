/** The number on the toolbar's button: how many problems the marks in a tab show. Browsers clear it when the tab leaves the page. */

import { messagesForBackground } from "../locale";

/** The ink of what needs review (www/shared/ui/theme.css). */
const COLOUR = "#a34700";
const MOST = 99;

export async function showProblems(tab: number, count: number): Promise<void> {
  const words = await messagesForBackground();
  const title = count > 0 ? words.problems(count) : words.extension.action;
  try {
    await chrome.action.setBadgeBackgroundColor({ tabId: tab, color: COLOUR });
    await chrome.action.setBadgeTextColor({ tabId: tab, color: "#ffffff" });
    await chrome.action.setBadgeText({ tabId: tab, text: badgeText(count) });
    await chrome.action.setTitle({ tabId: tab, title });
  } catch {
    // The tab was closed meanwhile.
  }
}

export function badgeText(count: number): string {
  if (count <= 0) return "";
  return count > MOST ? `${MOST}+` : String(count);
}
