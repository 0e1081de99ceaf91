import type { Guard } from './guard.ts';

const PLACE = 'server/purchases/insert.ts';
const ORDERS = ['server/orders/orders.test.ts'];
const TOGETHER = ['server/purchases/insert.test.ts'];
const PURCHASES = ['server/orders/place-purchase.test.ts'];
const OF_LISTS = ['server/orders/place-list.test.ts'];

/** Guards of placing orders: what they cost and take, and that each is placed once. */
export const placingGuards: Guard[] = [
  {
    name: 'a list is bought within the bytes of a body',
    file: 'server/orders/place-list.ts',
    code: 'bytesOf(lines) <= PURCHASE_MAX_BYTES',
    without: 'bytesOf(lines) > 0',
    tests: OF_LISTS,
  },
  {
    name: 'placed lines leave the cart',
    file: 'server/orders/place-list.ts',
    code: "if (verdict.verdict === 'placed' && list?.kind === 'cart') await take(transaction, list, lines);",
    without: '',
    tests: OF_LISTS,
  },
  {
    name: 'a repeat leaves what was added to the cart since',
    file: 'server/orders/place-list.ts',
    code: "verdict.verdict === 'placed' && list?.kind",
    without: 'list?.kind',
    tests: OF_LISTS,
  },
  {
    name: 'an order that is refused is refused for who asks now',
    file: 'server/http/mount.ts',
    code: '    ...(confirms && { errorHandler: refuseConfirmed }),\n',
    without: '',
    tests: ORDERS,
  },
  {
    name: 'nobody is looked up for an order that was refused before',
    file: 'server/http/mount.ts',
    code: 'admissions.has(request) && !isShed',
    without: '!isShed',
    tests: ['server/limits/limits.test.ts'],
  },
  {
    name: 'who asked is remembered for a minute only',
    file: 'server/accounts/tokens.ts',
    code: '    ttl: USE_NOTED_EVERY,\n',
    without: '',
    tests: ORDERS,
  },
  {
    name: 'an order costs the price of its quantity',
    file: PLACE,
    code: 'coalesce(break_micros[width_bucket(quantity, break_from)], base_micros)',
    without: 'base_micros',
    tests: ORDERS,
  },
  {
    name: 'an order is of a multiple',
    file: PLACE,
    code: "        when quantity % multiple <> 0 then 'not_multiple'\n",
    without: '',
    tests: ORDERS,
  },
  {
    name: 'stock is counted from the locked row',
    file: PLACE,
    code: 'set available = left_over.available,',
    without:
      'set available = products.available - (select sum(quantity) from accepted_lines where accepted_lines.product_id = products.id),',
    tests: TOGETHER,
  },
  {
    name: 'an order takes no more than there is',
    file: PLACE,
    code: ' and of_source <= stock)',
    without: ')',
    tests: TOGETHER,
  },
  {
    name: 'an order is of the price that its buyer saw',
    file: PLACE,
    code: "        when unit_price_micros not in (price_micros, base_micros) then 'price_changed'\n",
    without: '',
    tests: ORDERS,
  },
  {
    name: "an order is of the product's minimum at least",
    file: PLACE,
    code: "        when quantity < least then 'too_few'\n",
    without: '',
    tests: ORDERS,
  },
  {
    name: 'what decides nothing makes no other request of the same Idempotency-Key',
    file: 'server/orders/place-order.ts',
    code: 'idempotencyKey, decidingPartOf(order))',
    without: 'idempotencyKey, order)',
    tests: ['server/idempotency/idempotency.test.ts'],
  },
  {
    name: 'an order by name is told again when the name stands for another product',
    file: 'server/orders/place-order.ts',
    code: '  const found = await findProductId(ordering, order);\n',
    without:
      '  const found = await findProductId(ordering, order);\n  if (typeof found !== "string") throw found;\n',
    tests: ['server/idempotency/idempotency.test.ts'],
  },
  {
    name: 'a repeat with the same Idempotency-Key is remembered',
    file: PLACE,
    code: 'on purchase_id = placed.id where key is not null',
    without: 'on purchase_id = placed.id where false',
    tests: ORDERS,
  },
  {
    name: 'the lines of a purchase need what they need of a product together',
    file: PLACE,
    code: '(partition by nth, source) as of_source',
    without: '(partition by nth, order_id) as of_source',
    tests: TOGETHER,
  },
  {
    name: 'an order is placed under the own address',
    file: 'server/orders/place-order.ts',
    code: 'order.email.trim().toLowerCase() !== caller.email',
    without: 'caller.email === undefined',
    tests: ORDERS,
  },
  {
    name: 'one bad line refuses its whole purchase',
    file: PLACE,
    code: 'bool_and(refusal is null and',
    without: 'bool_or(refusal is null and',
    tests: TOGETHER,
  },
  {
    name: 'the lines of a purchase come to no more than a card can be charged',
    file: PLACE,
    code: 'sum(line_cents) <=',
    without: '0 <=',
    tests: TOGETHER,
  },
  {
    name: 'a request with a used Idempotency-Key is known whatever else is wrong with it',
    file: PLACE,
    code: "        when earlier_hash = request_hash then 'repeat'\n",
    without: '',
    tests: TOGETHER,
  },
  {
    name: 'a purchase comes to the total that its buyer has seen',
    file: PLACE,
    code: "        when expected_cents <> cents then 'total_changed'\n",
    without: '',
    tests: TOGETHER,
  },
  {
    name: 'more lines than there may be are not read',
    file: 'contract/calls/purchases.ts',
    code: '    most: { lines: PURCHASE_MAX_LINES, lineIds: PURCHASE_MAX_LINES },\n',
    without: '',
    tests: PURCHASES,
  },
];
