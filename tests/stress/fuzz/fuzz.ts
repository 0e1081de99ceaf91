import assert from 'node:assert/strict';
import fc from 'fast-check';
import { api, callNames } from '#contract/api.ts';
import type { Call } from '#contract/kernel/call.ts';
import { audit } from '../../../server/ops/audit/audit.ts';
import { judge, send } from './answers.ts';
import { requestsOf } from './requests.ts';
import { judgeSignIn, signInCalls } from './sign-in.ts';
import { openWorld } from './world.ts';

export interface FuzzSize {
  /** The total number of requests, divided evenly among the calls. */
  count: number;
  seed: number;
}

/**
 * Sends generated requests, most of them invalid, to every call of a shop. Throws when a response is
 * 500 or more, is not in the contract, or reveals internals, and when the audit finds a fault
 * afterwards. The message names the smallest such request. The same seed makes the same requests.
 */
export async function fuzz({ count, seed }: FuzzSize, say: (line: string) => void): Promise<void> {
  const { shop, world, close } = await openWorld();
  const failures: string[] = [];
  let sent = 0;
  const statuses = new Map<number, number>();

  async function tryCall(call: Call, runs: number, decide: typeof judge) {
    const property = fc.asyncProperty(requestsOf(call, world), async (request) => {
      const answer = await send(shop.origin, request);
      sent += 1;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      decide(call, answer);
    });
    const result = await fc.check(property, { numRuns: runs, seed, interruptAfterTimeLimit: 600_000 });
    if (result.failed) {
      const [request] = result.counterexample ?? [];
      failures.push(`${call.route}: ${result.errorInstance}\n${JSON.stringify(request)}`);
    }
  }

  try {
    const calls = callNames.map((name): Call => api[name]);
    const runs = Math.max(1, Math.ceil(count / (calls.length + signInCalls.length)));
    for (const call of calls) await tryCall(call, runs, judge);
    // These may hash a password, which is slow on purpose.
    for (const call of signInCalls) await tryCall(call, Math.ceil(runs / 4), judgeSignIn);
    const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} x ${status}`);
    say(`${sent} requests from seed ${seed}, ${failures.length} calls failed: ${answers.join(', ')}`);
    assert.equal(failures.length, 0, failures.join('\n\n'));
    assert.equal((await shop.call('GET /readyz')).status, 200);
    const { faults } = await audit(shop.database.db);
    assert.deepEqual(faults, []);
  } finally {
    await close();
  }
}
