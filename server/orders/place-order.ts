import { fieldError } from '#contract/field-message.ts';
import { fromMicros, toDollars, toMicros } from '#contract/money.ts';
import type { NewOrder } from '#contract/orders.ts';
import { nearestQuantities } from '#contract/quantity.ts';
import { isId } from '../database/uuid.ts';
import type { Caller } from '../handling/handler.ts';
import { forbidden, invalidInput, notFound, Problem, unauthorized } from '../handling/problem.ts';
import { attemptOf, keyReused } from '../idempotency/idempotency.ts';
import { findIdsByName } from '../products/queries.ts';
import { holdsTooMuch, tooManyUnpaid } from '../purchases/buyers.ts';
import { type Ordering, placePurchase } from '../purchases/place.ts';
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
): Promise<PlacedAnswer> {
  if (order.email.trim().toLowerCase() !== caller.email) {
    throw forbidden('other_account');
  }
  const { catalogue, terms } = ordering;
  const found = await findProductId(ordering, order);
  const productId = typeof found === 'string' ? found : undefined;
  const wasInStock = productId !== undefined && (catalogue.get(productId)?.available ?? 0) >= order.order;
  const verdict = await placePurchase(ordering, {
    caller,
    lines: [{ productId, quantity: order.order, unitPriceMicros: toMicros(order.price) }],
    shippingAddress: order.shippingAdd,
    phone: order.phone,
    attempt: attemptOf(caller.userId, 'placeOrder', idempotencyKey, decidingPartOf(order)),
  });
  switch (verdict.verdict) {
    case 'placed':
    case 'repeat':
      return verdict.answer;
    case 'key_reused':
      throw keyReused(verdict.answer);
    case 'unauthenticated':
      throw unauthorized();
    case 'too_many_unpaid':
      throw tooManyUnpaid(terms.maxUnpaid);
    case 'address_unproven':
      throw holdsTooMuch(terms.unprovenCents);
    case 'refused':
      throw typeof found === 'string' ? toProblem(verdict.lines[0]!, order.order, wasInStock) : found;
  }
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

/** @param wasInStock whether there was enough a moment ago: then another buyer was faster, and the input was not wrong */
function toProblem(refusal: LineRefusal, quantity: number, wasInStock: boolean): Problem {
  switch (refusal.verdict) {
    case 'gone':
      return notFound('product');
    case 'price_changed':
      return new Problem('price_changed', { price: fromMicros(refusal.unitPriceMicros) });
    case 'not_multiple': {
      const { least: minOrder, multiple, available } = refusal;
      const nearest = nearestQuantities(quantity, { minOrder, multiple, available });
      return invalidInput([fieldError('order', 'not_multiple', nearest)]);
    }
    case 'too_many': {
      const { verdict, available } = refusal;
      if (wasInStock) return new Problem('out_of_stock', { available });
      return invalidInput([fieldError('order', verdict, { available })]);
    }
    case 'too_few':
      return invalidInput([fieldError('order', refusal.verdict, { least: refusal.least })]);
    case 'over_card_limit':
      return invalidInput([fieldError('order', refusal.verdict, { most: toDollars(refusal.leftCents) })]);
  }
}
