/** The list of findings beside the page: Firefox's sidebar, which shows each tab its own list. */

/** Chrome's types know no sidebar. */
interface SidebarAction {
  setPanel(details: { tabId: number; panel: string }): Promise<void>;
  open(): Promise<void>;
}

/** Opens the list of a tab. Allowed only while a click lasts: before anything is awaited. */
export function openSidePanel(tabId: number): void {
  const { sidebarAction } = chrome as unknown as { sidebarAction: SidebarAction };
  void sidebarAction.setPanel({ tabId, panel: chrome.runtime.getURL(`panel.html?tab=${tabId}`) });
  sidebarAction.open().catch((error: unknown) => {
    // The findings are in the text too; the sidebar can be opened from the browser's own list.
    console.warn("Citelight: the sidebar could not be opened.", error);
  });
}
