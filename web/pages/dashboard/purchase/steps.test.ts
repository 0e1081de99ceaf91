import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { stepsOf } from './steps.ts';

const placed = {
  ...{ placedAt: '2026-11-01', shipping: 'none', shipments: [], returns: [] },
  lines: [{ shippedPieces: 0, returnedPieces: 0 }],
} as unknown as PurchaseDetail;
const shippedAt = (...moments: string[]) => moments.map((one) => ({ shippedAt: one })) as never;
const linesOf = (shippedPieces: number, returnedPieces: number) =>
  [{ shippedPieces, returnedPieces }] as PurchaseDetail['lines'];
const written = (purchase: PurchaseDetail) =>
  stepsOf(purchase).map(({ label, at, isDone }) => (isDone ? `${label} ${at}` : `(${label})`));

test('a purchase says what it has come through with its dates, and what is next', () => {
  assert.deepEqual(written(placed), ['Placed 2026-11-01', '(Paid)', '(Shipped)']);
  const paid = { ...placed, paidAt: '2026-11-02' };
  assert.deepEqual(written(paid).slice(1), ['Paid 2026-11-02', '(Shipped)']);
  const part = {
    ...paid,
    shipping: 'part' as const,
    shipments: shippedAt('2026-11-03'),
    lines: linesOf(60, 0),
  };
  assert.deepEqual(written(part).slice(2), ['Shipped in part 2026-11-03', '(Shipped)']);
  const all = { ...part, shipping: 'all' as const, shipments: shippedAt('2026-11-03', '2026-11-04') };
  assert.deepEqual(written(all).slice(2), ['Shipped in part 2026-11-03', 'Shipped 2026-11-04']);
  const once = { ...all, shipments: shippedAt('2026-11-04') };
  assert.deepEqual(written(once).slice(2), ['Shipped 2026-11-04']);
});

test('one that needs an approval says so, and when it had the last one', () => {
  const given = [{ at: '2026-11-01' }, { at: '2026-11-02' }] as never;
  const asked = { ...placed, approvals: { needed: [], given, isMine: false } };
  assert.deepEqual(written({ ...asked, approval: 'waiting' }).slice(1, 3), ['(Approved)', '(Paid)']);
  assert.deepEqual(written(asked).slice(1, 3), ['Approved 2026-11-02', '(Paid)']);
});

test('pieces that came back are told by the last day on which some did', () => {
  const shipped = { ...placed, paidAt: '2026-11-02', shipping: 'all' as const };
  // The first one ended after the second came back, and nothing came back of the third.
  const returns = [
    { receivedAt: '2026-11-08', closedAt: '2026-11-12' },
    { receivedAt: '2026-11-09', closedAt: '2026-11-09' },
    { closedAt: '2026-11-14' },
  ] as PurchaseDetail['returns'];
  const one = { ...shipped, returns, shipments: shippedAt('2026-11-04') };
  const returned = (pieces: number) => written({ ...one, lines: linesOf(100, pieces) }).at(-1);
  assert.equal(returned(20), 'Returned in part 2026-11-09');
  assert.equal(returned(100), 'Returned 2026-11-09');
});

test('a refunded purchase waits for no shipment', () => {
  const refunded = { ...placed, paidAt: '2026-11-02', refundedAt: '2026-11-05' };
  assert.deepEqual(written(refunded), ['Placed 2026-11-01', 'Paid 2026-11-02', 'Refunded 2026-11-05']);
});
