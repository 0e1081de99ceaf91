import type { Guard } from './guard.ts';

const SHELF = 'server/products/shelf.ts';
const MOVE = 'server/stock/move.ts';
const STOCK = ['server/stock/stock.test.ts'];

/** The guards around stock and its ledger. */
export const stockGuards: Guard[] = [
  {
    name: 'no more is booked than can come back of orders',
    file: SHELF,
    code: 'coming > 0 && shelf + coming > MOST_STOCK',
    without: 'coming > 0 && coming > MOST_STOCK',
    tests: STOCK,
  },
  ...(
    [
      ['a change of the product', 'server/products/change.ts', 'isTooMuch(shelves.get(id)!, coming)'],
      ['a delivery', 'server/receipts/arrive.ts', 'isTooMuch(shelves.get(productId)!, pieces)'],
      ['a return', 'server/returns/receive.ts', 'isTooMuch(shelf, quantity)'],
    ] as const
  ).map(([what, file, code]) => ({
    name: `${what} fills no shelf beyond what can come back of orders`,
    ...{ file, code, without: 'false', tests: STOCK },
  })),
  {
    name: 'an import fills no shelf beyond what can come back of orders',
    file: 'server/imports/write.ts',
    code: 'return isTooMuch(shelfOf(shelves, product), Number(available) - product.now.available);',
    without: 'return false;',
    tests: ['server/imports/imports.test.ts'],
  },
  {
    name: 'what no column can hold is refused by the CHECK',
    file: 'server/purchases/stock.ts',
    code: `least(available + sum(pieces), \${MOST_PIECES})::int`,
    without: '(available + sum(pieces))::int',
    tests: STOCK,
  },
  {
    name: 'a movement takes no pieces that orders have',
    file: MOVE,
    code: "if (available + change < 0) throw new Problem('stock_too_low', { available, held, toShip });",
    without: '',
    tests: STOCK,
  },
  {
    name: 'a count that was overtaken is not booked',
    file: MOVE,
    code: "if (kind === 'counted' && expected !== undefined && expected !== shelf)",
    without: 'if (false)',
    tests: STOCK,
  },
  {
    name: 'a line of a stock-take that was overtaken is not booked',
    file: MOVE,
    code: "if (expected !== undefined && shelf !== expected) return [fieldError(field, 'shelf_changed', { shelf })];",
    without: '',
    tests: STOCK,
  },
  {
    name: 'a count leaves orders their pieces',
    file: MOVE,
    code: "if (available + change < 0) return [fieldError(field, 'stock_too_low', { available, held, toShip })];",
    without: '',
    tests: STOCK,
  },
  {
    name: 'levels are read when nobody changes them any more',
    file: MOVE,
    code: ['order by id for no key update) as locked`'].join(''),
    without: 'order by id) as locked`',
    tests: STOCK,
  },
  {
    name: 'a day has one mail of what runs out',
    file: 'server/mail/queries.ts',
    code: ' on conflict (dedupe) do nothing',
    without: '',
    tests: STOCK,
  },
];
