import { setTimeout as wait } from 'node:timers/promises';
import { audit } from '../../server/audit/audit.ts';
import type { Database } from '../../server/database/client.ts';

/** Someone who looks at the books all the time. */
export interface Watch {
  /** Stops looking. Throws when the books did not agree at any moment; answers how often they were looked at. */
  end(): Promise<number>;
}

const PAUSE_MS = 20;

/** Audits a database again and again while others change it. A database that is down is looked at when it is back. */
export function watchBooks({ db }: Database): Watch {
  const faults: string[] = [];
  let looks = 0;
  let stopped = false;
  const looking = (async () => {
    while (!stopped) {
      const found = await audit(db).catch(() => undefined);
      if (found) {
        looks += 1;
        faults.push(...found.faults);
      }
      // It keeps no process alive that has failed otherwise.
      await wait(PAUSE_MS, undefined, { ref: false });
    }
  })();
  return {
    async end() {
      stopped = true;
      await looking;
      if (faults.length > 0) throw new Error(`the books did not agree: ${[...new Set(faults)].join('; ')}`);
      return looks;
    },
  };
}
