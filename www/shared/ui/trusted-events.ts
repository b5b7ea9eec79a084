/**
 * Events that the reader made. Scripts of a page can click on what they reach and press any key, so nothing of ours that changes anything
 * listens to a page but by these two.
 */

/** With which something is pressed, chosen or sent. */
const ACTS = [
  ..."click auxclick dblclick contextmenu pointerdown pointerup mousedown mouseup touchstart touchend".split(
    " ",
  ),
  ..."keydown keyup keypress submit drop".split(" "),
];

/** With which a box tells that it was ticked. Of other fields what counts is what stands in them when something is pressed. */
const TICKS = ["input", "change"];

/** Lets nothing in a shadow tree hear what a script made, or do what it does by itself (a box that is ticked, a label that is clicked). */
export function trustedOnly(root: ShadowRoot): void {
  for (const type of ACTS) root.addEventListener(type, refuseUntrusted, { capture: true });
  for (const type of TICKS)
    root.addEventListener(
      type,
      (event) => {
        if (isBox(event.target)) refuseUntrusted(event);
      },
      { capture: true },
    );
}

/** Listens to the document that we are a guest of, or to its window: what a script made is not heard, and stays the page's. */
export function onTrusted<K extends keyof DocumentEventMap>(
  page: Document,
  type: K,
  hear: (event: DocumentEventMap[K]) => void,
  options: AddEventListenerOptions,
): void;
export function onTrusted<K extends keyof WindowEventMap>(
  page: Window,
  type: K,
  hear: (event: WindowEventMap[K]) => void,
  options: AddEventListenerOptions,
): void;
export function onTrusted(
  page: EventTarget,
  type: string,
  hear: (event: never) => void,
  options: AddEventListenerOptions,
): void {
  page.addEventListener(
    type,
    (event) => {
      if (event.isTrusted) hear(event as never);
    },
    options,
  );
}

function isBox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type);
}

function refuseUntrusted(event: Event): void {
  if (event.isTrusted) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}
