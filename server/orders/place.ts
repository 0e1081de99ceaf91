import { formatMoney, isOverCardLimit, toCents } from '#contract/money.ts';
import { type NewOrder, quantityError, TOO_MANY } from '#contract/orders.ts';
import { isTokenValid } from '../accounts/tokens.ts';
import type { Database } from '../database/client.ts';
import { Gatherer } from '../database/gather.ts';
import { attemptOf, findAnswer, isRepeat } from '../database/idempotency.ts';
import { tryAgain } from '../database/transact.ts';
import { isId } from '../database/uuid.ts';
import type { Caller } from '../http/handler.ts';
import { conflict, forbidden, invalidInput, notFound, type Problem } from '../http/problem.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { findIdsByName, findProduct } from '../products/queries.ts';
import { findBuyer, refusalOf } from './buyers.ts';
import { insertOrders, type OrderTerms, type Placed, type Wish } from './insert.ts';

export interface Ordering {
  database: Database;
  catalogue: Catalogue;
  terms: OrderTerms;
  /** Orders that come together are placed together. */
  wishes: Gatherer<Wish, Placed | undefined>;
}

export function createOrdering(database: Database, catalogue: Catalogue, terms: OrderTerms): Ordering {
  const wishes = new Gatherer((some: Wish[]) => tryAgain(() => insertOrders(database.db, some, terms)));
  return { database, catalogue, terms, wishes };
}

/**
 * Places an order for the caller and takes its stock at once. Identity comes from the session, price and stock from the
 * database, whatever the body says. Throws the contract's 400, 403, 404 and 409.
 */
export async function placeOrder(
  { database: { db }, catalogue, terms, wishes }: Ordering,
  caller: Caller,
  order: NewOrder,
  idempotencyKey: string | undefined,
): Promise<{ insertedId: string }> {
  if (order.email.trim().toLowerCase() !== caller.email) {
    throw forbidden('An order is placed under the address you signed in with.');
  }
  const attempt = attemptOf(caller.userId, 'placeOrder', idempotencyKey, decidingPartOf(order));
  /** The answer to the first attempt, while the caller's token is valid. */
  async function findEarlierAnswer(wasTokenValid = false): Promise<{ insertedId: string } | undefined> {
    const earlier = attempt && (await findAnswer<{ insertedId: string }>(db, attempt));
    return earlier && (wasTokenValid || (await isTokenValid(db, caller.tokenHash))) ? earlier : undefined;
  }
  let productId: string;
  try {
    productId = order.productId ?? (await findOnlyIdByName(db, order.productName));
  } catch (refusal) {
    // The name may have been given to another product since the first attempt.
    const earlier = await findEarlierAnswer();
    if (earlier) return earlier;
    throw refusal;
  }
  if (!isId(productId)) throw notFound('This product');
  const wish: Wish = { caller, productId, order, attempt };
  // The schema has checked the minimum of every order. Stock and the product's own minimum are checked by the statement.
  const isSound = !isOverCardLimit(order.order, order.price);
  const lookedAvailable = (catalogue.get(productId)?.available ?? 0) >= order.order;

  for (let tried = 0; tried < TRIES; tried += 1) {
    let placed: Placed | undefined;
    let wasTokenValid = false;
    try {
      if (isSound) placed = await wishes.add(wish);
    } catch (error) {
      if (!isRepeat(error)) throw error;
      // The statement found the caller by the token before it failed on the key.
      wasTokenValid = true;
    }
    if (placed) {
      await catalogue.setStock(productId, placed.available, placed.revision);
      return { insertedId: placed.orderId };
    }
    const earlier = await findEarlierAnswer(wasTokenValid);
    if (earlier) return earlier;
    const buyer = await findBuyer(db, caller.userId);
    const refusal =
      (await explainProductRefusal(db, productId, order, lookedAvailable)) ??
      (buyer && refusalOf(buyer, toCents(order.price) * order.order, terms));
    if (refusal) throw refusal;
    // Nothing speaks against it now: what came before it in the same statement did, and was refused itself.
    if (!isSound || !(await isTokenValid(db, caller.tokenHash))) break;
  }
  throw conflict('try_again', 'The product has just changed. Place the order again.');
}

/** Name, email and stock decide nothing, and the product's name only where it stands for the product. */
function decidingPartOf({ productId, productName, price, order, shippingAdd, phone }: NewOrder): unknown {
  const product = productId === undefined ? { productName } : { productId };
  return { ...product, price, order, shippingAdd, phone };
}

/** How often an order is tried that nothing speaks against once others have been refused. */
const TRIES = 5;

async function findOnlyIdByName(db: Database['db'], name: string): Promise<string> {
  const [id, second] = await findIdsByName(db, name);
  if (id === undefined) throw notFound('This product');
  if (second !== undefined) {
    throw conflict(
      'ambiguous_product',
      'Several products have this name. Send the productId of the one you mean.',
    );
  }
  return id;
}

/** Why an order of the product as it is now is refused; undefined when it is not. */
async function explainProductRefusal(
  db: Database['db'],
  productId: string,
  order: NewOrder,
  lookedAvailable: boolean,
): Promise<Problem | undefined> {
  const product = await findProduct(db, productId);
  if (!product) return notFound('This product');
  if (product.price !== order.price) {
    return conflict(
      'price_changed',
      `The price is now ${formatMoney(product.price)} a piece. Check the order and place it again.`,
      'Price changed',
    );
  }
  const message = quantityError(order.order, product);
  if (message === undefined) return undefined;
  // In stock a moment ago: another buyer was faster, and the input was not wrong.
  if (message === TOO_MANY && lookedAvailable) return conflict('out_of_stock', TOO_MANY);
  return invalidInput([{ field: 'order', message }]);
}
