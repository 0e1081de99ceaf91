import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from '../database/client.ts';
import { Problem } from '../handling/problem.ts';
import { createLimits, type Trier } from './limits.ts';
import { LIMITS, REQUESTS } from './rules.ts';

const isTooMany = (error: unknown) => error instanceof Problem && error.status === 429;

for (const count of [1, 2, 4, 16]) {
  describe(`${count} processes of a start together`, () => {
    const start = () => Array.from({ length: count }, () => createLimits({} as Database, LIMITS, count));

    test('allow a client the requests of one burst, and no other client less', () => {
      const processes = start();
      const begun = performance.now();
      const countOf = (ip: string, tries: number) => {
        let allowed = 0;
        for (let n = 0; n < tries; n += 1) {
          try {
            processes[n % count]!.countRequest(ip);
            allowed += 1;
          } catch (error) {
            assert.ok(isTooMany(error));
          }
        }
        return allowed;
      };
      const allowed = countOf('192.0.2.1', 3 * REQUESTS.burst);
      const accrued = (performance.now() - begun) / 1000 / REQUESTS.every;
      assert.ok(allowed >= REQUESTS.burst, `${allowed}`);
      assert.ok(allowed <= REQUESTS.burst + accrued + count, `${allowed}, and ${accrued} in the meantime`);
      assert.equal(countOf('192.0.2.2', REQUESTS.burst), REQUESTS.burst);
    });

    test('let a person do as much at once as one process does, or one thing each', async () => {
      const processes = start();
      const ends: (() => void)[] = [];
      const tries: Promise<void>[] = [];
      let refused = 0;
      const work = () => new Promise<void>((end) => ends.push(end));
      const trier: Trier = { ip: '192.0.2.1', account: 'a' };
      for (let n = 0; n < 64; n += 1)
        tries.push(
          processes[n % count]!.share('matchFew', trier, work).catch((error) => {
            assert.ok(isTooMany(error));
            refused += 1;
          }),
        );
      assert.equal(ends.length, Math.max(4, count));
      await processes[0]!.share('matchFew', { ip: '192.0.2.2', account: 'b' }, async () => {});
      for (const end of ends) end();
      await Promise.all(tries);
      assert.equal(refused + ends.length, tries.length);
    });
  });
}
