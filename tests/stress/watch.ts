import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../server/ground/database/client.ts';
import { audit } from '../../server/ops/audit/audit.ts';

/** A running audit. */
export interface Watch {
  /** Stops. Throws when any audit found a fault; returns the number of audits. */
  end(): Promise<number>;
}

const PAUSE_MS = 20;

/** Audits a database repeatedly while others change it. An unreachable database is audited when it is back. */
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
      // Does not keep a failed process alive.
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
