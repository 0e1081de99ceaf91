/**
 * Lets pieces of work begin one by one, each in a round of the event loop of its own, so that other connections are read and
 * answered in between. For work that keeps the processor for milliseconds: begun as soon as its request is read, it would be
 * done before the next connection's requests are even counted, and a bound of work at once would never bind.
 */
export function inTurns(): <T>(work: () => T | Promise<T>) => Promise<T> {
  let last = Promise.resolve();
  return async (work) => {
    last = last.then(nextRound);
    await last;
    return work();
  };
}

const nextRound = () => new Promise<void>((resolve) => setImmediate(resolve));
