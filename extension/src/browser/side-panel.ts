/** The list of findings beside the page: Chrome's side panel. */

/** Opens the list of a tab. Allowed only while a click lasts: before anything is awaited. */
export function openSidePanel(tabId: number): void {
  const isSet = chrome.sidePanel.setOptions({ tabId, path: `panel.html?tab=${tabId}`, enabled: true });
  const open = (): Promise<void> => chrome.sidePanel.open({ tabId });
  open()
    // Chrome may not know yet what was set; the click lasts some seconds.
    .catch(() => isSet.then(open))
    .catch((error: unknown) => {
      // The findings are in the text too; the panel can be opened from the browser's own list.
      console.warn("Citelight: the side panel could not be opened.", error);
    });
}
