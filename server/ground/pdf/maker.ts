import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Letters of what a process has said last that are kept for the log. */
const MOST_SAID = 4_000;

/** Makes PDFs, one at a time. */
export interface Maker<Order> {
  make(order: Order): Promise<Buffer>;
  close(): void;
}

/**
 * Starts a process that makes PDFs, so that drawing keeps no request waiting, and its libraries and their memory are gone when it
 * ends. It ends with the shop. Where it ends before it has answered, `make` throws with what it said as the cause: for the log.
 * @param worker the file that it runs, which passes `serveOrders` what draws
 */
export function startMaker<Order>(worker: URL): Maker<Order> {
  const child = fork(worker, {
    env: {},
    execArgv: ['--max-old-space-size=256', '--max-semi-space-size=32'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  // The first message after an order is its answer; without one the process has ended.
  const ended = once(child, 'close').then(([code, signal]) => {
    const cause = said === '' ? undefined : Object.assign(new Error('it said'), { stack: said });
    throw new Error(`the process that makes PDFs ended with ${signal ?? code}`, { cause });
  });
  ended.catch(() => {});
  return {
    async make(order) {
      const answer = once(child, 'message');
      child.send(order as object, () => {});
      const [pdf] = await Promise.race([answer, ended]);
      return Buffer.from(pdf as Uint8Array);
    },
    close: () => void child.kill('SIGKILL'),
  };
}

/** What such a process does: draws each order that it is sent. One that cannot be drawn ends it. */
export function serveOrders<Order>(draw: (order: Order) => Promise<Uint8Array>): void {
  process.on('message', async (order: Order) => process.send!(await draw(order)));
  process.on('disconnect', () => process.exit());
}
