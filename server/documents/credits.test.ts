import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Credited, judgeCredits } from './credits.ts';

const LINES = [
  { no: 1, quantity: 3, cents: 300 },
  { no: 2, quantity: 1, cents: 700 },
];

function creditedOf(more: Partial<Credited>): Credited {
  return {
    ...{ state: 'succeeded', reason: 'Late', refundedCents: 0 },
    ...{ refunds: [], notes: [], left: LINES },
    ...more,
  };
}

const refundOf = (
  id: string,
  state: 'due' | 'done' | 'withdrawn',
  cents: number,
  lines = LINES.slice(0, 1),
) => ({
  ...{ id, state, cents, reason: `Reason of ${id}`, lines },
});
const noteOf = (number: number, refundId: string | null, cents: number, isWithdrawn = false) => ({
  ...{ number, refundId, cents, isWithdrawn },
});

test('each refund that is done gets a credit note once, of its lines or of an amount', () => {
  const refunds = [
    refundOf('a', 'done', 300),
    refundOf('b', 'done', 50, []),
    refundOf('c', 'due', 20),
    refundOf('d', 'withdrawn', 20),
  ];
  const { issued, withdrawn } = judgeCredits(creditedOf({ refundedCents: 350, refunds }));
  assert.deepEqual(issued, [
    { refundId: 'a', cents: 300, lines: LINES.slice(0, 1), reason: 'Reason of a' },
    { refundId: 'b', cents: 50, lines: null, reason: 'Reason of b' },
  ]);
  assert.deepEqual(withdrawn, []);
  const notes = [noteOf(1, 'a', 300), noteOf(2, 'b', 50)];
  const again = judgeCredits(creditedOf({ refundedCents: 350, refunds, notes }));
  assert.deepEqual(again, { issued: [], withdrawn: [] });
});

test('what has gone back beside refunds of parts gets one of the rest, with the lines that are left where these come to it', () => {
  const restOf = (more: Partial<Credited>) => judgeCredits(creditedOf(more)).issued;
  assert.deepEqual(restOf({ state: 'refunded', refundedCents: 1000 }), [
    { refundId: null, cents: 1000, lines: LINES, reason: 'Late' },
  ]);
  const notes = [noteOf(1, null, 100)];
  assert.deepEqual(restOf({ state: 'refunded', refundedCents: 1000, notes }), [
    { refundId: null, cents: 900, lines: null, reason: 'Late' },
  ]);
  assert.deepEqual(restOf({ refundedCents: 1000 }), [
    { refundId: null, cents: 1000, lines: null, reason: 'Late' },
  ]);
});

test('a credit note is withdrawn with its refund, and its refund gets no other one', () => {
  const refunds = [refundOf('a', 'withdrawn', 300), refundOf('b', 'done', 200)];
  const notes = [noteOf(1, 'a', 300), noteOf(2, 'b', 200, true)];
  assert.deepEqual(judgeCredits(creditedOf({ state: 'refunding', refunds, notes })), {
    withdrawn: [1],
    issued: [],
  });
  const { issued } = judgeCredits(creditedOf({ refundedCents: 300, refunds, notes }));
  assert.deepEqual(issued, [{ refundId: null, cents: 300, lines: null, reason: 'Late' }]);
});

test('the newest ones of the rest are withdrawn while more is credited than has gone back, once nothing is due', () => {
  const notes = [noteOf(1, null, 400), noteOf(2, null, 300), noteOf(3, null, 100)];
  const judge = (refundedCents: number, state: Credited['state'] = 'succeeded') =>
    judgeCredits(creditedOf({ state, refundedCents, notes }));
  assert.deepEqual(judge(0, 'refused'), { withdrawn: [], issued: [] });
  assert.deepEqual(judge(700), { withdrawn: [3], issued: [] });
  assert.deepEqual(judge(500), {
    withdrawn: [3, 2],
    issued: [{ refundId: null, cents: 100, lines: null, reason: 'Late' }],
  });
  assert.deepEqual(judge(0).withdrawn, [3, 2, 1]);
});

test('credit notes come to what has gone back, whatever happened before', () => {
  let seed = 7;
  const below = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 2_000; round += 1) {
    const refunds = Array.from({ length: below(4) }, (_, nth) =>
      refundOf(String(nth), (['due', 'done', 'withdrawn'] as const)[below(3)]!, 1 + below(300)),
    );
    const notes = Array.from({ length: below(4) }, (_, nth) =>
      noteOf(nth + 1, null, 1 + below(300), below(3) === 0),
    );
    const done = refunds.filter(({ state }) => state === 'done').reduce((sum, { cents }) => sum + cents, 0);
    const refundedCents = done + below(600);
    const { withdrawn, issued } = judgeCredits(creditedOf({ refundedCents, refunds, notes }));
    const kept = notes.filter(({ number, isWithdrawn }) => !isWithdrawn && !withdrawn.includes(number));
    const credited = [...kept, ...issued].reduce((sum, { cents }) => sum + cents, 0);
    assert.equal(credited, refundedCents);
    assert.ok(issued.every(({ cents }) => cents > 0));
    assert.deepEqual(
      judgeCredits(
        creditedOf({
          refundedCents,
          refunds,
          notes: [...kept, ...issued.map(({ refundId, cents }, nth) => noteOf(nth + 10, refundId, cents))],
        }),
      ),
      { withdrawn: [], issued: [] },
    );
  }
});
