import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createRandom } from '../demo/random.ts';
import { type Ask, Borrower, Lender } from './leases.ts';
import { MemoryCounters } from './memory.ts';
import type { Pace } from './rules.ts';

const PACE: Pace = { burst: 400, every: 1 / 20 };

/** Processes that borrow from one lender over channels whose messages are delivered by hand, with one clock that is moved by hand. */
function open(size: number, pace: Pace = PACE) {
  let now = 0;
  const clock = () => now;
  const lender = new Lender(pace, size, clock);
  const oracle = new MemoryCounters(1_000, clock);
  /** What is under way, in order for each process: a question, or an answer. */
  const underWay = Array.from({ length: size }, () => [] as (() => void)[]);
  const begin = (process: number) => {
    const lend = (asks: Ask[]) =>
      new Promise<number[]>((resolve) => {
        underWay[process]!.push(() => {
          const lent = lender.lend(process, asks);
          underWay[process]!.push(() => resolve(lent));
        });
      });
    return new Borrower(pace, size, lend, clock);
  };
  const processes = underWay.map((_, process) => begin(process));
  function count(process: number, client: string, tries: number): number {
    let allowed = 0;
    for (let i = 0; i < tries; i += 1) if (processes[process]!.take(client) === 0) allowed += 1;
    return allowed;
  }
  return {
    lender,
    processes,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Tries so many times; returns how many were allowed. Throws where one process alone would have refused one of them. */
    take(process: number, client: string, tries: number): number {
      const allowed = count(process, client, tries);
      for (let i = 0; i < allowed; i += 1)
        assert.equal(oracle.take(client, pace), 0, `more than the pace allows at ${now} ms`);
      return allowed;
    },
    count,
    /** Delivers the next message of a process. */
    async deliver(process: number): Promise<void> {
      await setImmediate();
      underWay[process]!.shift()?.();
      await setImmediate();
    },
    /** Delivers everything that is under way, and what comes of it. */
    async deliverAll(): Promise<void> {
      await setImmediate();
      while (underWay.some((one) => one.length > 0)) {
        for (const one of underWay) one.shift()?.();
        await setImmediate();
      }
    },
    /** A process dies, with what is under way to and from it, and another takes its place. */
    replace(process: number): void {
      underWay[process] = [];
      lender.replaced(process);
      processes[process] = begin(process);
    },
  };
}

describe('attempts that processes borrow', () => {
  for (const count of [2, 4, 16]) {
    test(`are never more than the pace allows, with ${count} processes`, async () => {
      for (let seed = 1; seed <= 4; seed += 1) {
        const random = createRandom(`${count} ${seed}`);
        const upTo = (most: number) => random.below(most + 1);
        const { processes, pass, take, deliver, deliverAll } = open(count);
        for (let step = 0; step < 250; step += 1) {
          const process = upTo(count - 1);
          const what = upTo(99);
          if (what < 50) take(process, `client ${upTo(2)}`, upTo(60));
          else if (what < 75) await deliver(process);
          else if (what < 80) await deliverAll();
          else if (what < 90) processes[process]!.settle();
          else pass(upTo(step % 20 === 0 ? 30_000 : 400));
        }
      }
    });

    test(`are nearly all there is for a client of one of ${count} processes`, async () => {
      const { take, pass, deliverAll } = open(count);
      const tryFor = async (rounds: number, milliseconds: number) => {
        let allowed = 0;
        for (let i = 0; i < rounds; i += 1) {
          allowed += take(0, 'client', 1);
          await deliverAll();
          pass(milliseconds);
        }
        return allowed;
      };
      assert.ok((await tryFor(PACE.burst, 0)) >= PACE.burst * 0.75);
      assert.ok((await tryFor(300, 25)) >= 7.5 / PACE.every - 2, 'then as many as accrue');
    });
  }

  test('are given back by a process where the client is not any more', async () => {
    const { processes, lender, take, pass, deliverAll } = open(2);
    // A process asks for more when little is left, and so holds more than at the beginning.
    take(0, 'client', 30);
    await deliverAll();
    for (let i = 0; i < 4; i += 1) {
      for (const process of processes) process.settle();
      await deliverAll();
    }
    assert.equal(processes[0]!.size, 0, 'it holds what it held at the beginning');
    pass(60_000);
    lender.clean();
    assert.equal(lender.size, 0, 'nothing is kept');
    let allowed = 0;
    for (let i = 0; i < PACE.burst; i += 1) {
      allowed += take(1, 'client', 1);
      await deliverAll();
    }
    assert.ok(allowed >= PACE.burst * 0.85);
  });

  test('are a few more for a process that takes the place of one that died, which later ones make up for', async () => {
    const { count, deliverAll, replace, pass } = open(4);
    const exhaust = async () => {
      let allowed = 0;
      for (let i = 0; i < PACE.burst; i += 1) {
        for (let process = 0; process < 4; process += 1) allowed += count(process, 'client', 1);
        await deliverAll();
      }
      return allowed;
    };
    assert.equal(await exhaust(), PACE.burst);
    replace(2);
    pass(2_000);
    const more = await exhaust();
    assert.ok(more > 0 && more <= 2 / PACE.every, `${more} more`);
  });
});
