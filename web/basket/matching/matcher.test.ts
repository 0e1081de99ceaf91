import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { api } from '#contract/api.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { MOST_MATCHED } from '#contract/matching/limits.ts';
import type { Line, Match } from '#contract/matching/schema.ts';
import { ApiProblem } from '../../api-problem.ts';
import { askedOf, firstCall, MOST_BYTES, rememberColumns } from './asked.ts';
import { FRESH_MS, Matcher } from './matcher.ts';
import { aLine, partOf } from './testing.ts';

const askedOfAll = (lines: ListLine[]) => lines.map((one) => askedOf(one)!);

/** The shop: what it was asked in each call, and what it answers. */
let calls: Line[][];
let answer: (lines: Line[]) => Match[];
let now: number;
/** What waits for its time, and for how long. */
let waiting: { act: () => void; ms: number }[];

const exactly = ({ quantity, productId, text }: Line): Match => ({
  ...{ match: 'exact', product: partOf(productId?.slice(3) ?? text!), candidates: [] },
  ...(quantity !== undefined && { quantity, total: quantity * 2 }),
});

beforeEach(() => {
  calls = [];
  answer = (lines) => lines.map(exactly);
  now = 1_000_000;
  waiting = [];
});

function open(): Matcher {
  return new Matcher({
    async ask(lines) {
      calls.push(lines);
      return answer(lines);
    },
    now: () => now,
    later(act, ms) {
      const one = { act, ms };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
  });
}

/** Lets the time pass until nothing waits that is due within `ms`. */
async function pass(ms = 1_000): Promise<void> {
  for (;;) {
    for (let rounds = 0; rounds < 5; rounds += 1) await Promise.resolve();
    const next = waiting.find((one) => one.ms < ms);
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    next.act();
  }
}

describe('the lines of an order', () => {
  test('are asked for in one call, those alike once', async () => {
    const matcher = open();
    const lines = [
      aLine({ raw: 'A', quantity: 100 }),
      aLine({ raw: 'B' }),
      aLine({ raw: 'A', quantity: 100 }),
    ];
    matcher.want(askedOfAll(lines));
    assert.deepEqual(matcher.stateOf(askedOf(lines[0]!)!), { state: 'waiting' });
    await pass();
    assert.deepEqual(calls, [[{ text: 'A', quantity: 100 }, { text: 'B' }]]);
    const { state, match } = matcher.stateOf(askedOf(lines[2]!)!);
    assert.deepEqual([state, match!.product!.sku, match!.quantity], ['matched', 'A', 100]);
    assert.equal(
      matcher.stateOf(askedOf(lines[2]!)!),
      matcher.stateOf(askedOf(lines[0]!)!),
      'the same object',
    );
  });

  test('are 1,000 a call, and as many bytes as the call takes, one after the other', async () => {
    const matcher = open();
    matcher.want(askedOfAll(Array.from({ length: 5_000 }, (_, n) => aLine({ raw: `P-${n}` }))));
    await pass();
    assert.deepEqual(
      calls.map((lines) => lines.length),
      [1_000, 1_000, 1_000, 1_000, 1_000],
    );
    assert.ok(MOST_BYTES + 1_000 < api.matchLines.bodyBytes!);
    const long = askedOfAll(
      Array.from({ length: 1_000 }, (_, n) => aLine({ raw: `${n} ${'ß'.repeat(490)}` })),
    );
    const fitting = firstCall(long, MOST_MATCHED);
    const bytes = (asked: typeof long) => Buffer.byteLength(JSON.stringify(asked.map(({ ask }) => ask)));
    assert.ok(bytes(fitting) <= MOST_BYTES + 2 && bytes(long.slice(0, fitting.length + 1)) > MOST_BYTES);
  });

  test('are not asked for again when only others have changed', async () => {
    const matcher = open();
    const kept = aLine({ raw: 'A', quantity: 100 });
    matcher.want(askedOfAll([kept]));
    await pass();
    matcher.want(askedOfAll([kept, aLine({ raw: 'B', quantity: 100 })]));
    await pass();
    assert.deepEqual(calls[1], [{ text: 'B', quantity: 100 }]);
  });

  test('that say nothing are not asked for, and nothing is asked that the call does not take', () => {
    assert.equal(askedOf(aLine({})), undefined);
    assert.equal(askedOf(aLine({ raw: '  ' })), undefined);
    const half = askedOf(aLine({ raw: `\0${'x'.repeat(499)}\ud83d\ude00` }))!.ask.text!;
    assert.ok(half.length <= 500 && half.isWellFormed() && !half.includes('\0'));
    rememberColumns('row', { part: { mpn: 'y'.repeat(300) } });
    assert.equal(askedOf(aLine({ raw: 'row' }))!.ask.mpn!.length, 100);
  });

  test('of a file are asked for by its columns', () => {
    rememberColumns('1\tNBE-64G-R\tNorthbridge', { part: { mpn: 'NBE-64G-R', maker: 'Northbridge' } });
    assert.deepEqual(askedOf(aLine({ raw: '1\tNBE-64G-R\tNorthbridge', quantity: 5 }))!.ask, {
      ...{ mpn: 'NBE-64G-R', maker: 'Northbridge', quantity: 5 },
    });
    const found = aLine({ raw: '1\tNBE-64G-R\tNorthbridge', productId: 'x' });
    assert.deepEqual(askedOf(found)!.ask, { productId: 'x' }, 'cells side by side are no text');
  });
});

describe('lines that the shop has not searched for', () => {
  const unsearched: Match = {
    ...{ match: 'none', candidates: [] },
    problem: { code: 'not_searched', message: 'Ask once more', quantities: [] },
  };
  const lines = Array.from({ length: 100 }, (_, n) => aLine({ raw: `P-${n}` }));

  test('are asked for in the next call, which is no longer than what was searched for', async () => {
    const matcher = open();
    answer = (asked) => asked.map((line, n) => (n < 30 ? exactly(line) : unsearched));
    matcher.want(askedOfAll(lines));
    await pass(20);
    await pass();
    assert.deepEqual(
      calls.map(({ length }) => length),
      [100, 30, 40, 10],
    );
    for (const line of lines) assert.equal(matcher.stateOf(askedOf(line)!).match!.match, 'exact');
    assert.equal(matcher.trouble(), undefined);
  });

  test('are asked for after a pause where the shop searches for none', async () => {
    const matcher = open();
    answer = (asked) => {
      assert.ok(calls.length < 5, 'it is asked without a pause');
      return asked.map(() => unsearched);
    };
    matcher.want(askedOfAll(lines));
    await pass();
    assert.equal(calls.length, 1);
    assert.equal(matcher.trouble()!.why, 'failed');
    assert.deepEqual(matcher.stateOf(askedOf(lines[0]!)!), { state: 'failed' });
  });
});

describe('a line whose part is found', () => {
  test('is not asked for once more when the part is written into it', async () => {
    const matcher = open();
    const found = aLine({ raw: '200x A' });
    answer = () => [{ match: 'exact', product: partOf('A'), candidates: [], quantity: 200, total: 400 }];
    matcher.want(askedOfAll([found]));
    await pass();
    const written = { ...found, productId: 'id-A', quantity: 200 };
    matcher.want(askedOfAll([written]));
    await pass();
    assert.equal(calls.length, 1);
    assert.equal(matcher.stateOf(askedOf(written)!).match!.total, 400);
  });

  test('has the price of another quantity at once, and then the answer of the shop', async () => {
    const matcher = open();
    const before = aLine({ productId: 'id-A', quantity: 100 });
    matcher.want(askedOfAll([before]));
    await pass();
    const after = { ...before, quantity: 1_000 };
    matcher.want(askedOfAll([after]));
    const { state, match } = matcher.stateOf(askedOf(after)!);
    assert.deepEqual([state, match!.unitPrice, match!.total], ['waiting', 1, 1_000]);
    const wrong = matcher.stateOf(askedOf({ ...before, quantity: 130 })!).match!;
    assert.deepEqual([wrong.problem!.code, wrong.problem!.quantities], ['not_multiple', [100, 150]]);
    await pass();
    assert.equal(matcher.stateOf(askedOf(after)!).state, 'matched');
  });

  test('has the price of a candidate at once when that is chosen', async () => {
    const matcher = open();
    const unsure = aLine({ raw: 'A', quantity: 1_000 });
    answer = () => [{ match: 'several', candidates: [partOf('A1'), partOf('A2')], quantity: 1_000 }];
    matcher.want(askedOfAll([unsure]));
    await pass();
    const chosen = matcher.stateOf(askedOf({ ...unsure, productId: 'id-A2' })!);
    assert.deepEqual(
      [chosen.state, chosen.match!.product!.sku, chosen.match!.total],
      ['waiting', 'A2', 1_000],
    );
  });

  test('and whose quantity is missing is asked about the quantity in its text', async () => {
    const matcher = open();
    const emptied = aLine({ productId: 'id-A', raw: '200x A' });
    answer = () => [{ match: 'exact', product: partOf('A'), candidates: [], quantity: 200, total: 400 }];
    matcher.want(askedOfAll([emptied]));
    await pass();
    assert.deepEqual(calls, [[{ productId: 'id-A', text: '200x A' }]]);
    const { match } = matcher.stateOf(askedOf(emptied)!);
    assert.deepEqual([match!.readings, match!.quantity, match!.total], [[200], undefined, undefined]);
  });
});

describe('without an answer', () => {
  const outage = () => {
    throw new ApiProblem(0, 'offline', 'The shop cannot be reached.');
  };

  test('the lines stay, and are asked for again after longer and longer pauses', async () => {
    const matcher = open();
    const lines = [aLine({ raw: 'A', quantity: 100 })];
    const works = answer;
    answer = outage;
    matcher.want(askedOfAll(lines));
    await pass(1_000);
    assert.deepEqual(matcher.stateOf(askedOf(lines[0]!)!), { state: 'failed' });
    assert.deepEqual(matcher.trouble(), { why: 'offline', again: now + 1_000 });
    await pass(1_001);
    assert.equal(matcher.trouble()!.again, now + 2_000);
    matcher.want(askedOfAll([...lines, aLine({ raw: 'B' })]));
    assert.equal(waiting.length, 1, 'a change does not shorten the pause');
    answer = works;
    await pass(60_000);
    assert.equal(matcher.trouble(), undefined);
    assert.equal(matcher.stateOf(askedOf(lines[0]!)!).state, 'matched');
    assert.equal(calls.length, 3);
  });

  test('it waits as long as the shop says', async () => {
    const matcher = open();
    answer = () => {
      throw new ApiProblem(429, 'too_many_requests', 'Wait', [], undefined, { what: 'match', seconds: 17 });
    };
    matcher.want(askedOfAll([aLine({ raw: 'A' })]));
    await pass(1_000);
    assert.deepEqual(matcher.trouble(), { why: 'busy', again: now + 17_000 });
  });

  test('old answers are shown as such, and those of the last minute as they are', async () => {
    const matcher = open();
    const lines = [aLine({ raw: 'A', quantity: 100 })];
    matcher.want(askedOfAll(lines));
    await pass();
    const shown = matcher.stateOf(askedOf(lines[0]!)!);
    now += FRESH_MS;
    assert.equal(matcher.stateOf(askedOf(lines[0]!)!), shown, 'nothing changes until it has failed');
    answer = outage;
    matcher.refresh();
    await pass(1_000);
    assert.deepEqual(matcher.stateOf(askedOf(lines[0]!)!), { state: 'failed', match: shown.match });
  });

  test('all lines are asked for again once the shop has said that an answer is not true any more', async () => {
    const matcher = open();
    const lines = [aLine({ raw: 'A', quantity: 100 }), aLine({ raw: 'B', quantity: 100 })];
    matcher.want(askedOfAll(lines));
    await pass();
    matcher.refresh();
    await pass();
    assert.equal(calls.length, 1, 'they were asked for just now');
    now += 1;
    answer = (asked) => asked.map((line) => ({ ...exactly(line), total: 999 }));
    matcher.renew();
    await pass();
    assert.deepEqual([calls.length, calls[1]?.length], [2, 2]);
    for (const line of lines) assert.equal(matcher.stateOf(askedOf(line)!).match!.total, 999);
  });

  test('another buyer is shown nothing that one was told, nor what comes for that one afterwards', async () => {
    const matcher = open();
    const line = aLine({ raw: 'A', quantity: 100 });
    matcher.want(askedOfAll([line]));
    answer = (lines) => {
      // The buyer changes while the answer is on its way.
      if (calls.length === 1) matcher.forget();
      return lines.map((one) => ({ ...exactly(one), total: calls.length }));
    };
    await pass(10);
    await pass();
    assert.equal(matcher.stateOf(askedOf(line)!).match!.total, 2);
    matcher.forget();
    assert.deepEqual(matcher.stateOf(askedOf(line)!), { state: 'waiting' });
  });

  test('a line that no call takes costs no other one', async () => {
    const matcher = open();
    const lines = Array.from({ length: 100 }, (_, n) => aLine({ raw: `P-${n}` }));
    answer = (asked) => {
      if (asked.some(({ text }) => text === 'P-42')) throw new ApiProblem(400, 'invalid_input', 'Wrong');
      return asked.map(exactly);
    };
    matcher.want(askedOfAll(lines));
    await pass();
    const kinds = lines.map((one) => matcher.stateOf(askedOf(one)!).match!.match);
    assert.deepEqual(
      kinds.flatMap((kind, n) => (kind === 'none' ? [n] : [])),
      [42],
    );
    assert.equal(matcher.trouble(), undefined);
  });

  test('of an answer that is none it tries again, too', async () => {
    const matcher = open();
    answer = () => JSON.parse('<html>');
    matcher.want(askedOfAll([aLine({ raw: 'A' })]));
    await pass(1_000);
    assert.equal(matcher.trouble()!.why, 'failed');
  });
});
