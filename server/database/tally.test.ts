import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tally } from './tally.ts';

const MINUTE = 60_000;
const start = Date.parse('2026-11-21T00:00:00Z');

/** Rows by the minute they came in, and how many of them each count had to look at. */
function makeRows() {
  const rows: number[] = [];
  const looks: number[] = [];
  const tally = new Tally(async (from, until) => {
    const seen = rows.filter(
      (at) => (!from || at >= from.getTime()) && (!until || at < until.getTime()),
    ).length;
    looks.push(seen);
    return seen;
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

test('counts anew after an hour, whatever was changed by hand', async () => {
  const { rows, tally } = makeRows();
  rows.push(start - 30 * MINUTE, start - 30 * MINUTE);
  assert.equal(await tally.total(start), 2);
  rows.pop();
  assert.equal(await tally.total(start + 61 * MINUTE), 1);
});
