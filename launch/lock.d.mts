/** Runs `work` while holding the lock, waiting for whoever has it. A lock whose holder died is taken over. */
export function withLock<T>(
  file: string,
  onWait: (pid: number | undefined) => void,
  work: () => Promise<T> | T,
): Promise<T>;

/** What tells a process from a later one with the same id. */
export function identify(pid: number): { pid: number; started: string };
/** Whether the process that `identify` saw is still there. */
export function isAlive(process: { pid: number; started: string }): boolean;
