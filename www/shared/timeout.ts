/** What a promise gives, if it does in time. Browsers leave some for ever without an answer. */
export async function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    limit = setTimeout(() => {
      fail(new Error(`no answer within ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(limit);
  }
}
