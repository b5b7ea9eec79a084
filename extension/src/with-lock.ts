/** Reading and then changing what is kept: panels, options and the background would else overwrite each other's changes. */

/**
 * Does it when all that was begun under the name before, in any page of the extension or the background, has ended. Within it, the same
 * name is never waited for: that would never come.
 */
export function withLock<T>(name: string, act: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`alone:${name}`, act);
}
