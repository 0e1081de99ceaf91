import type { Guard } from './guard.ts';

const TABLES = 'server/database/migrations/0050-shipments.sql';
const CONSTRAINTS = ['server/database/constraints.test.ts'];
const MIGRATED = ['server/database/migrate.test.ts'];
const SHIPPING = ['server/shipping/shipping.test.ts'];

const PICTURES = 'server/database/migrations/0057-return-pictures.sql';

/** The guards around what goes out and what comes back. */
export const shippingGuards: Guard[] = [
  {
    name: 'no more is shipped, cancelled and awaited than a line has',
    file: TABLES,
    code: 'shipped_quantity >= 0 and cancelled_quantity >= 0 and shipped_quantity + cancelled_quantity + awaited <= quantity',
    without: 'true',
    tests: CONSTRAINTS,
  },
  {
    name: 'no more comes back than was shipped',
    file: TABLES,
    code: 'returned_quantity >= 0 and returning_quantity >= 0 and returned_quantity + returning_quantity <= shipped_quantity',
    without: 'true',
    tests: CONSTRAINTS,
  },
  {
    name: 'no more is left without a refund than came back',
    file: 'server/database/migrations/0074-declined-refunds.sql',
    code: 'declined_quantity >= 0 and declined_quantity <= returned_quantity',
    without: 'true',
    tests: CONSTRAINTS,
  },
  {
    name: 'a refund is declined of the pieces that an admin has seen',
    file: 'server/returns/decline-refund.ts',
    code: "purchase.state !== 'paid' || all !== pieces",
    without: "purchase.state !== 'paid'",
    tests: SHIPPING,
  },
  {
    name: 'no more is refunded than was shipped or cancelled',
    file: TABLES,
    code: 'check (refunded_quantity <= cancelled_quantity + shipped_quantity)',
    without: 'check (true)',
    tests: CONSTRAINTS,
  },
  {
    name: 'no more goes on sale again than was cancelled or came back',
    file: TABLES,
    code: 'restocked_quantity >= 0 and restocked_quantity + unpromised <= cancelled_quantity + returned_quantity',
    without: 'true',
    tests: CONSTRAINTS,
  },
  {
    name: 'nothing of an unpaid purchase is shipped, whatever writes it',
    file: TABLES,
    code: "and (shipped_pieces = 0 or state in ('paid', 'refunded'))",
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'what is to ship is counted when a line changes',
    file: TABLES,
    code: 'for each statement execute function recount_pieces();',
    without: 'for each statement when (false) execute function recount_pieces();',
    tests: CONSTRAINTS,
  },
  {
    name: 'no more is received of a return than is to come',
    file: TABLES,
    code: 'constraint return_lines_received check (received between 0 and quantity)',
    without: 'constraint return_lines_received check (true)',
    tests: CONSTRAINTS,
  },
  {
    name: 'no more of a return goes on sale than was received',
    file: TABLES,
    code: 'constraint return_lines_restocked check (restocked between 0 and received)',
    without: 'constraint return_lines_restocked check (true)',
    tests: CONSTRAINTS,
  },
  {
    name: 'a return that has ended has its day, and an open one has none',
    file: TABLES,
    code: "check ((closed_at is null) = (state in ('asked', 'accepted')))",
    without: 'check (true)',
    tests: CONSTRAINTS,
  },
  {
    name: 'a shipment has pieces of each of its lines',
    file: TABLES,
    code: 'order_id uuid not null references orders (id),\n  quantity integer not null check (quantity > 0),\n  primary key (shipment_id',
    without:
      'order_id uuid not null references orders (id),\n  quantity integer not null,\n  primary key (shipment_id',
    tests: CONSTRAINTS,
  },
  {
    name: 'a return has three pictures at most, whatever writes them',
    file: PICTURES,
    code: 'check (nth between 1 and 3)',
    without: 'check (true)',
    tests: CONSTRAINTS,
  },
  {
    name: 'a picture of a return has bounded bytes',
    file: PICTURES,
    code: 'check (octet_length(webp) <= 1048576)',
    without: 'check (true)',
    tests: CONSTRAINTS,
  },
  {
    name: 'pictures of a return are for its buyer and staff',
    file: 'server/returns/pictures.ts',
    code: 'if (!found || !(await findPurchase(db, found.purchase_id, reach)))',
    without: 'if (!found)',
    tests: ['server/returns/pictures.test.ts'],
  },
  {
    name: 'pieces that the version before refunds are cancelled',
    file: TABLES,
    code: 'new.cancelled_quantity := new.refunded_quantity - new.shipped_quantity;',
    without: '',
    tests: MIGRATED,
  },
  ...(
    [
      ['as many returns are open', 'open_returns between 0 and 20'],
      ['as many returns are asked for', 'returns_count between 0 and 200'],
      ['as many shipments are made', 'shipments_count between 0 and 200'],
    ] as const
  ).map(([what, code]) => ({
    name: `${what} of a purchase as may be`,
    file: 'server/database/migrations/0064-returns-bound.sql',
    code,
    without: code.replace(/[0-9]+$/, '30000'),
    tests: SHIPPING,
  })),
  {
    name: 'as many lines of shipments of a purchase as may be',
    file: 'server/database/migrations/0070-shipment-lines.sql',
    code: 'check (shipment_lines_count between 0 and 5000)',
    without: 'check (true)',
    tests: SHIPPING,
  },
  {
    name: 'the lines of shipments of the version before are counted',
    file: 'server/database/migrations/0070-shipment-lines.sql',
    code: 'update purchases set shipment_lines_count = counted_shipment_lines(id)\n  where',
    without: 'update purchases set shipment_lines_count = 0\n  where',
    tests: MIGRATED,
  },
  {
    name: 'the reasons of a return have so many bytes together',
    file: 'contract/returns.ts',
    code: 'bytesOf(lines) <= RETURN_REASONS_BYTES',
    without: 'lines.length > 0',
    tests: SHIPPING,
  },
  {
    name: 'only what is paid is shipped',
    file: 'server/shipping/ship.ts',
    code: "requireTransition(purchase.state, 'refunded');",
    without: '',
    tests: SHIPPING,
  },
  {
    name: 'nothing is shipped of what is about to be refunded',
    file: 'server/shipping/ship.ts',
    code: "if (await goesBack(transaction, purchaseId)) throw new Problem('being_refunded');",
    without: '',
    tests: SHIPPING,
  },
  {
    name: 'what is about to be refunded is to ship in no list',
    file: 'server/purchases/pieces.ts',
    code: `(purchases.to_ship_pieces > 0 and not \${isGoingBack})`,
    without: 'purchases.to_ship_pieces > 0',
    tests: SHIPPING,
  },
  {
    name: 'what is about to be refunded is on no pick list',
    file: 'server/shipping/queries.ts',
    code: `and not \${isGoingBack}`,
    without: '',
    tests: SHIPPING,
  },
  {
    name: 'more than is left is refused with what is left of each line',
    file: 'server/purchases/pieces.ts',
    code: 'return quantity > left ?',
    without: 'return quantity > left + quantity ?',
    tests: SHIPPING,
  },
  {
    name: 'pieces that have not arrived are not shipped',
    file: 'server/purchases/pieces.ts',
    code: 'return quantity - awaited - shippedQuantity',
    without: 'return quantity - shippedQuantity',
    tests: SHIPPING,
  },
  {
    name: 'an address does not change once something is on its way',
    file: 'server/purchases/address.ts',
    code: 'if (purchase.lines.some(({ shippedQuantity }) => shippedQuantity > 0))',
    without: 'if (purchase.lines.length === 0)',
    tests: SHIPPING,
  },
  {
    name: 'shipped pieces do not go on sale with a refund',
    file: 'server/purchases/pay.ts',
    code: 'pieces: isByPieces ? 0 : toShip(line)',
    without: 'pieces: isByPieces ? 0 : line.quantity - line.awaited - line.cancelledQuantity',
    tests: SHIPPING,
  },
  {
    name: 'the buyer of a paid order is told of its new address',
    file: 'server/purchases/address.ts',
    code: "if (purchase.state !== 'paid') return;",
    without: 'if (id) return;',
    tests: SHIPPING,
  },
  {
    name: 'a tracking number is only a number in the address of its carrier',
    file: 'server/shipping/carriers.ts',
    code: '() => encodeURIComponent(tracking)',
    without: 'tracking',
    tests: SHIPPING,
  },
  {
    name: 'a request that waited for the same one gets its answer',
    file: 'server/idempotency/idempotency.ts',
    code: 'if (!isRepeat(error) && !(error instanceof Problem)) throw error;',
    without: 'if (!isRepeat(error)) throw error;',
    tests: SHIPPING,
  },
  {
    name: 'notes for staff are not told to buyers',
    file: 'server/orders/history.ts',
    code: "mayRead(reader, 'history', kind)",
    without: 'true',
    tests: ['server/orders/history.test.ts'],
  },
];
