// Costs no database: what is decided of shipments, from lines as they are locked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyLines, decided, isSound, lineOf, piecesFor } from '../../tests/fixtures/purchase-lines.ts';
import { Problem } from '../ground/handling/problem.ts';
import { toShip } from '../purchases/pieces.ts';
import type { PurchaseLine } from '../purchases/state.ts';
import { judgeShipment, judgeUnshipping } from './judge.ts';

const ship = (lines: PurchaseLine[], pieces: number[], goesBack = false) =>
  decided(() => judgeShipment({ state: 'paid', lines }, goesBack, piecesFor(lines, pieces)));
const unship = (lines: PurchaseLine[], pieces: number[]) =>
  decided(() => judgeUnshipping({ state: 'paid', lines }, piecesFor(lines, pieces)));
const anyPieces = fc.array(fc.nat(20), { minLength: 4, maxLength: 4 });

test('no more is shipped than is here and neither shipped nor cancelled, and every line with too few is named with what is left', () => {
  fc.assert(
    fc.property(anyLines, anyPieces, (lines, pieces) => {
      const judged = ship(lines, pieces);
      const wanted = piecesFor(lines, pieces);
      const left = (orderId: string) => toShip(lines.find(({ id }) => id === orderId)!);
      if (judged instanceof Problem) {
        assert.deepEqual(
          judged.errors?.map(({ field, params }) => [field, params?.left]),
          wanted.flatMap(({ orderId, quantity }, nth) =>
            quantity > left(orderId) ? [[`lines.${nth}.quantity`, left(orderId)]] : [],
          ),
        );
        return assert.ok(judged.errors!.length > 0);
      }
      assert.ok(judged.every(isSound));
      assert.deepEqual(
        judged.map(({ id, shippedQuantity }) => [id, shippedQuantity]),
        wanted.map(({ orderId, quantity }) => [
          orderId,
          lines.find(({ id }) => id === orderId)!.shippedQuantity + quantity,
        ]),
      );
    }),
  );
});

test('a shipment that is cancelled leaves its lines as they were, unless pieces came back or are refunded as shipped ones', () => {
  fc.assert(
    fc.property(anyLines, anyPieces, (lines, pieces) => {
      const judged = unship(lines, pieces);
      if (judged instanceof Problem) return assert.deepEqual(judged.params, { why: 'came_back' });
      assert.ok(judged.every(isSound));
      const again = ship(
        lines.map((line) => judged.find(({ id }) => id === line.id) ?? line),
        pieces,
      );
      assert.deepEqual(
        again,
        lines.filter((_, nth) => pieces[nth]! > 0),
      );
    }),
  );
  const came = { shippedQuantity: 60, returningQuantity: 10, returnedQuantity: 20 };
  assert.ok(unship([lineOf('a', 100, came)], [31]) instanceof Problem);
  assert.ok(!(unship([lineOf('a', 100, came)], [30]) instanceof Problem));
});

test('nothing is shipped of a purchase whose money goes back, that is not paid, or is refunded', () => {
  const lines = [lineOf('a', 100)];
  const codeOf = (judged: unknown) => judged instanceof Problem && judged.code;
  assert.equal(codeOf(ship(lines, [1], true)), 'being_refunded');
  for (const [state, code] of [
    ['held', 'not_paid'],
    ['refunded', 'already_refunded'],
  ] as const)
    assert.equal(codeOf(decided(() => judgeShipment({ state, lines }, false, []))), code);
});
