/**
 * Calls `settle` with a query's error, or undefined, and fails the query with what it returns. A query without a callback and a promise,
 * such as a cursor, is settled at once.
 */
export function whenAnswered(
  settle: (error: unknown) => unknown,
  args: unknown[],
  query: (args: unknown[]) => unknown,
): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    return query([
      ...args.slice(0, -1),
      (error: unknown, ...rest: unknown[]) => callback(settle(error), ...rest),
    ]);
  }
  const answer = query(args);
  if (!(answer instanceof Promise)) {
    settle(undefined);
    return answer;
  }
  return answer.then(
    (result) => {
      const failure = settle(undefined);
      if (failure) throw failure;
      return result;
    },
    (error) => {
      throw settle(error);
    },
  );
}
