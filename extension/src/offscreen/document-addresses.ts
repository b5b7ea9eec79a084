/** The addresses at which documents came. Their scripts may show others later (`history.pushState`): that makes no other documents of them. */

type Sender = chrome.runtime.MessageSender;

export class DocumentAddresses {
  readonly #addresses = new Map<string, string>();

  /**
   * The address at which a sender's document first spoke to us; null where the browser tells none. Firefox does not say which document
   * speaks: there it is the address at which the line was opened.
   */
  addressOf({ documentId, url }: Sender = {}): string | null {
    if (documentId === undefined || url === undefined) return url ?? null;
    const address = this.#addresses.get(documentId) ?? url;
    this.#addresses.set(documentId, address);
    return address;
  }
}
