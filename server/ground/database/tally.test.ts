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

test('counts anew after an hour, whatever was changed by hand, while those who ask go on', async () => {
  const { rows, tally } = makeRows();
  rows.push(start - 30 * MINUTE, start - 30 * MINUTE);
  assert.equal(await tally.total(start), 2);
  rows.pop();
  assert.equal(await tally.total(start + 59 * MINUTE), 2);
  await tally.total(start + 61 * MINUTE);
  await new Promise(setImmediate);
  assert.equal(await tally.total(start + 61 * MINUTE), 1);
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

test('goes on with the month in which a count failed', async () => {
  const { rows, looks, tally } = makeRows({ failsAt: 3 });
  for (let day = 365; day >= 0; day -= 1) rows.push(start - day * DAY);
  await assert.rejects(tally.total(start), /no connection/);
  assert.equal(looks.length, 3);
  assert.equal(await tally.total(start), rows.length);
  // Each of twelve months and the rest of one, and what is not settled.
  assert.equal(looks.length, 14);
});

test('a list whose count fails has no number', async () => {
  const { rows, tally } = makeRows({ failsAt: 0 });
  rows.push(start);
  assert.equal(await tally.known(), undefined);
  assert.equal(await tally.known(), 1);
});

test('everything is counted for one tally after another', async () => {
  let [under, most] = [0, 0];
  const tallies = Array.from(
    { length: 5 },
    () =>
      new Tally({
        first: async () => undefined,
        between: async (from) => {
          if (from) return 0;
          under += 1;
          most = Math.max(most, under);
          await new Promise(setImmediate);
          under -= 1;
          return 1;
        },
      }),
  );
  assert.deepEqual(await Promise.all(tallies.map((tally) => tally.total())), [1, 1, 1, 1, 1]);
  assert.equal(most, 1);
});

test('of very many lists at once some have no number, so that none waits long for the others', async () => {
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
  const counted: number[] = [];
  const tallies = Array.from(
    { length: 30 },
    (_, nth) =>
      new Tally({
        first: async () => {
          counted.push(nth);
          await isHeld;
          return undefined;
        },
        between: async (from) => (from ? 0 : 1),
      }),
  );
  const totals = tallies.map((tally) => tally.known());
  letGo();
  assert.deepEqual(
    await Promise.all(totals),
    tallies.map((_, nth) => (nth < 20 ? 1 : undefined)),
  );
  assert.deepEqual(counted, [...Array(20).keys()]);
  // Later they are counted.
  assert.equal(await tallies[29]!.known(), 1);
});
