/**
 * Starts work one piece at a time, each in its own iteration of the event loop, so that other connections are read and answered
 * in between. For work that takes milliseconds of processor time: started as soon as its request is read, it would be
 * done before the requests of the next connection are even counted, and a bound of concurrent work would never apply.
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
