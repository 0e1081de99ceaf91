import { fromMicros, toMicros } from '#contract/kernel/money.ts';
import type { NewOrder } from '#contract/purchases/orders.ts';
import { isId } from '../ground/database/uuid.ts';
import type { Caller } from '../ground/handling/handler.ts';
import { forbidden, invalidInput, notFound, Problem, type ToStaff } from '../ground/handling/problem.ts';
import { attemptOf } from '../ground/idempotency/idempotency.ts';
import { findIdsByName } from '../products/queries.ts';
import { answerPurchase } from '../purchases/answer.ts';
import { lineError } from '../purchases/line-errors.ts';
import type { Ordering } from '../purchases/place.ts';
import type { LineRefusal, PlacedAnswer } from '../purchases/request.ts';

/**
 * Places the specification's order: a purchase of one line, for the caller. Identity comes from the session, price and stock
 * from the database, whatever the body says. Throws the contract's 400, 401, 403, 404 and 409.
 */
export async function placeOrder(
  ordering: Ordering,
  caller: Caller,
  order: NewOrder,
  idempotencyKey: string | undefined,
  toStaff?: ToStaff,
): Promise<PlacedAnswer> {
  if (order.email.trim().toLowerCase() !== caller.email) {
    throw forbidden('other_account');
  }
  const { catalogue } = ordering;
  const found = await findProductId(ordering, order);
  const productId = typeof found === 'string' ? found : undefined;
  const wasInStock = productId !== undefined && (catalogue.get(productId)?.available ?? 0) >= order.order;
  const request = {
    caller,
    lines: [{ productId, quantity: order.order, unitPriceMicros: toMicros(order.price) }],
    delivery: { address: order.shippingAdd, phone: order.phone },
    attempt: attemptOf(caller.userId, 'placeOrder', idempotencyKey, decidingPartOf(order)),
  };
  return answerPurchase(ordering, request, {
    refuse: ({ lines }) =>
      typeof found === 'string' ? toProblem(lines[0]!, order.order, wasInStock) : found,
    idOf: ({ insertedId }) => insertedId,
    toStaff,
  });
}

/** Name, email and stock decide nothing, and the product's name only where it stands for the product. */
function decidingPartOf({ productId, productName, price, order, shippingAdd, phone }: NewOrder): unknown {
  const product = productId === undefined ? { productName } : { productId };
  return { ...product, price, order, shippingAdd, phone };
}

/**
 * Returns the id of the product that an order means, or the problem when there is not exactly one: a repeat is answered all the
 * same, as its name may have been given to another product since.
 */
async function findProductId(
  { database: { db } }: Ordering,
  { productId, productName }: NewOrder,
): Promise<string | Problem> {
  if (productId !== undefined) return isId(productId) ? productId : notFound('product');
  const [id, second] = await findIdsByName(db, productName);
  if (id === undefined) return notFound('product');
  if (second === undefined) return id;
  return new Problem('ambiguous_product');
}

/** The fields of the specification's order. */
const FIELDS = { product: 'productId', price: 'price', quantity: 'order', receiptDate: 'order' };

/** @param wasInStock whether there was enough a moment ago: then another buyer was faster, and the input was not wrong */
function toProblem(refusal: LineRefusal, quantity: number, wasInStock: boolean): Problem {
  if (refusal.verdict === 'gone') return notFound('product');
  if (refusal.verdict === 'price_changed')
    return new Problem('price_changed', { price: fromMicros(refusal.unitPriceMicros) });
  if (refusal.verdict === 'too_many' && wasInStock)
    return new Problem('out_of_stock', { available: refusal.available });
  return invalidInput([lineError(refusal, quantity, FIELDS)]);
}
