/**
 * What some work comes to; `otherwise` where it fails, or takes longer than `ms` milliseconds. It goes on all the same.
 */
export async function withinPatience<T, O>(work: Promise<T>, ms: number, otherwise: O): Promise<T | O> {
  const { promise: patience, resolve } = Promise.withResolvers<O>();
  const timer = setTimeout(resolve, ms, otherwise);
  try {
    return await Promise.race([work.catch(() => otherwise), patience]);
  } finally {
    clearTimeout(timer);
  }
}
