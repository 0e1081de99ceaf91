import type { Guard } from './guard.ts';

const PLACE = 'server/purchases/insert.ts';
const RECEIPTS = ['server/receipts/receipts.test.ts'];
const REFUNDED = 'server/payments/refund-expected.test.ts';

/** The guards around expected goods. */
export const receiptGuards: Guard[] = [
  {
    name: 'pieces that are cancelled before they arrive are promised to their line no more',
    file: 'server/purchases/cancel.ts',
    code: '...{ id, cancelled: pieces, awaited: -awaited, unpromised: awaited, restocked },',
    without: '...{ id, cancelled: pieces, awaited: 0, unpromised: 0, restocked },',
    tests: [REFUNDED],
  },
  {
    name: 'a withdrawn refund takes promises that are there, and no more',
    file: 'server/purchases/cancel.ts',
    code: 'const taken = Math.min(left, wanted);',
    without: 'const taken = wanted;',
    tests: [REFUNDED],
  },
  {
    name: 'a withdrawn refund of pieces that had not arrived leaves them to their line',
    file: 'server/payments/parts.ts',
    code: 'const { levels, counted } = await revivePieces(transaction, purchase, rows);',
    without: 'const { levels, counted } = { levels: [], counted: [] };',
    tests: [REFUNDED],
  },
  {
    name: 'pieces of an order that is refunded before they arrive do not go on sale',
    file: 'server/purchases/pay.ts',
    code: 'pieces: toShip(line)',
    without: 'pieces: line.quantity - line.awaited - line.refundedQuantity',
    tests: [REFUNDED],
  },
  {
    name: 'a line with a day takes nothing from stock',
    file: PLACE,
    code: 'in_stock - coalesce(sum(quantity) filter (where receipt_id is null), 0)',
    without: 'in_stock - sum(quantity)',
    tests: RECEIPTS,
  },
  {
    name: 'late goods are promised to nobody',
    file: PLACE,
    code: ['and due_on >= $', '{today}'].join(''),
    without: '',
    tests: RECEIPTS,
  },
  {
    name: 'nothing is expected on a day that has passed',
    file: 'server/receipts/change.ts',
    code: "if (rows.length > 0) throw invalidInput([fieldError('dueOn', 'receipt_day_past')]);",
    without: '',
    tests: RECEIPTS,
  },
  {
    name: 'another day is another request',
    file: 'server/orders/purchase-lines.ts',
    code: '    receiptDate,\n',
    without: '',
    tests: RECEIPTS,
  },
  {
    name: 'goods that are promised to others are not taken again',
    file: 'server/purchases/stock.ts',
    code: 'and not exists (select from promised where promised > quantity)',
    without: '',
    tests: RECEIPTS,
  },
  {
    name: 'pieces that have not arrived go back to what is expected, not to stock',
    file: 'server/purchases/stock.ts',
    code: 'pieces: sign * (quantity - awaited - unpromised),',
    without: 'pieces: sign * (quantity - unpromised),',
    tests: RECEIPTS,
  },
  {
    name: 'goods that arrive go to paid orders first',
    file: 'server/receipts/lock.ts',
    code: "order by state <> 'paid', orders.id",
    without: 'order by orders.id',
    tests: RECEIPTS,
  },
  {
    name: 'ended holds get nothing of what arrives',
    file: 'server/receipts/arrive.ts',
    code: "waiting.filter(({ state }) => state !== 'released')",
    without: 'waiting',
    tests: RECEIPTS,
  },
  {
    name: 'ended holds take from stock when nothing is expected any more',
    file: 'server/receipts/arrive.ts',
    code: 'if (expected === 0) await takeFromStock(transaction, idsOfReleased(waiting));',
    without: '',
    tests: RECEIPTS,
  },
  {
    name: 'a repeated arrival books pieces in once',
    file: 'server/receipts/routes.ts',
    code: 'once(db, attempt, (transaction) => arrive(',
    without: 'once(db, undefined, (transaction) => arrive(',
    tests: RECEIPTS,
  },
  {
    name: 'a new day is told to those who wait alone',
    file: 'server/receipts/mails.ts',
    code: "and orders.deleted_at is null and state in ('held', 'paid')",
    without: '',
    tests: RECEIPTS,
  },
];
