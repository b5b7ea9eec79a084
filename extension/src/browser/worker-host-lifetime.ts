/** How the page that owns the worker stays and goes: Chrome closes an offscreen document for workers only when it is told to. */

/** As long as somebody needs it. */
export function keepWorkerHost(): void {
  // Nothing ends it.
}

/** Nobody needs it any more. */
export function closeWorkerHost(): void {
  window.close();
}
