/** Limits on how long something is waited for: browsers leave some promises for ever without an answer. */

/** Nothing came in time. */
export class TimedOut extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** What a promise gives, if it does in time; fails with `TimedOut` if not. */
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
