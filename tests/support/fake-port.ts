/** One end of a port, as the extension sees it. */

export class FakePort {
  readonly heard: { kind: string }[] = [];
  readonly #listeners: ((message: object) => void)[] = [];
  readonly onMessage = {
    addListener: (listener: (message: object) => void): void => {
      this.#listeners.push(listener);
    },
  };
  readonly onDisconnect = { addListener: (): void => undefined };

  constructor(
    readonly name: string,
    readonly sender: chrome.runtime.MessageSender,
  ) {}

  postMessage(message: { kind: string }): void {
    this.heard.push(message);
  }

  say(message: object): void {
    for (const listener of this.#listeners) listener(message);
  }
}
