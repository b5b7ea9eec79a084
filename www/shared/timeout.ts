/** Time limits for promises: browsers never settle some of theirs. */

/** The time limit passed. */
export class TimedOut extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** Settles as the promise does, or fails with `TimedOut`. */
export async function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    limit = setTimeout(() => {
      fail(new TimedOut(milliseconds));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(limit);
  }
}
