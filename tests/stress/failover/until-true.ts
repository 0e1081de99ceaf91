import { setTimeout as wait } from 'node:timers/promises';

/** How long a cluster of a busy machine may take to come to itself. */
const PATIENCE_MS = 240_000;

/** Waits until something holds; one that throws does not hold. Throws with these words when it never does. */
export async function untilTrue(words: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`it did not come about that ${words}`);
    await wait(100);
  }
}
