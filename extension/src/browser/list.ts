/** The list of findings beside the page: Chrome's side panel. */

/** Opens the list of a tab. Allowed only while a click lasts: before anything is awaited. */
export function openList(tabId: number): void {
  void chrome.sidePanel.setOptions({ tabId, path: `panel.html?tab=${tabId}`, enabled: true });
  chrome.sidePanel.open({ tabId }).catch(() => {
    // The findings are in the text too; the panel can be opened from the browser's own list.
  });
}
