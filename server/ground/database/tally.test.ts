import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tally } from './tally.ts';
import { firstIdAt } from './uuid.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const start = Date.parse('2026-11-21T00:00:00Z');

/** Rows by the minute they came in, and how many of them each count had to look at; one count may fail. */
function makeRows({ failsAt = Infinity } = {}) {
  let asked = 0;
  const rows: number[] = [];
  const looks: number[] = [];
  const tally = new Tally({
    first: async () => (rows.length > 0 ? firstIdAt(new Date(Math.min(...rows))) : undefined),
    between: async (from, until) => {
      asked += 1;
      if (asked - 1 === failsAt) throw new Error('no connection');
      const seen = rows.filter(
        (at) => (!from || at >= from.getTime()) && (!until || at < until.getTime()),
      ).length;
      looks.push(seen);
      return seen;
    },
  });
  return { rows, looks, tally };
}

test('is right at every moment, also for rows that arrive late', async () => {
  const { rows, tally } = makeRows();
  for (let minute = 0; minute < 300; minute += 1) {
    const now = start + minute * MINUTE;
    rows.push(now);
    // Began nine minutes ago, and is there only now.
    if (minute % 7 === 0) rows.push(now - 9 * MINUTE);
    assert.equal(await tally.total(now), rows.length, `minute ${minute}`);
    assert.equal(await tally.total(now + 1), rows.length);
  }
});

test('looks at all rows once, then only at new ones', async () => {
  const { rows, looks, tally } = makeRows();
  for (let index = 0; index < 1000; index += 1) rows.push(start - 30 * MINUTE);
  assert.equal(await tally.total(start), 1000);
  looks.length = 0;
  for (let minute = 1; minute < 50; minute += 1) {
    rows.push(start + minute * MINUTE);
    assert.equal(await tally.total(start + minute * MINUTE), 1000 + minute);
  }
  assert.ok(Math.max(...looks) <= 21, `looked at ${Math.max(...looks)}`);
});

test('looks at the rows of ten years month by month', async () => {
  const { rows, looks, tally } = makeRows();
  for (let day = 3_650; day >= 0; day -= 1) rows.push(start - day * DAY);
  assert.equal(await tally.total(start), rows.length);
  assert.ok(Math.max(...looks) <= 31, `looked at ${Math.max(...looks)}`);
});

test('counts anew after a day, whatever was changed by hand, while those who ask go on', async () => {
  const { rows, tally } = makeRows();
  rows.push(start - 30 * MINUTE, start - 30 * MINUTE);
  assert.equal(await tally.total(start), 2);
  rows.pop();
  assert.equal(await tally.total(start + DAY - MINUTE), 2);
  await tally.total(start + DAY + MINUTE);
  await new Promise(setImmediate);
  assert.equal(await tally.total(start + DAY + MINUTE), 1);
});

test('is not known while the first count takes longer than one waits, which goes on once for all who ask', async () => {
  const counting = Promise.withResolvers<void>();
  let counts = 0;
  const tally = new Tally({
    first: async () => undefined,
    between: async (from) => {
      if (from) return 0;
      counts += 1;
      await counting.promise;
      return 41;
    },
  });
  assert.equal(await tally.known(1), undefined);
  assert.equal(await tally.known(1), undefined);
  counting.resolve();
  assert.equal(await tally.known(), 41);
  assert.equal(counts, 1);
});

test('a list whose count fails has no number', async () => {
  const { rows, tally } = makeRows({ failsAt: 0 });
  rows.push(start);
  assert.equal(await tally.known(), undefined);
  assert.equal(await tally.known(), 1);
});
