import { toCents } from '#contract/kernel/money.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import type { NewPurchase } from '#contract/purchases/schema.ts';
import type { Caller } from '../ground/handling/handler.ts';
import type { ToStaff } from '../ground/handling/problem.ts';
import { attemptOf } from '../ground/idempotency/idempotency.ts';
import { answerPurchase } from '../purchases/answer.ts';
import { toDelivery } from '../purchases/delivery.ts';
import { pickFacts } from '../purchases/facts.ts';
import { findContact } from '../purchases/on-behalf.ts';
import type { Ordering } from '../purchases/place.ts';
import type { PlacedAnswer } from '../purchases/request.ts';
import { placeList } from './place-list.ts';
import { formOf, toRequested, withoutBlanks } from './purchase-lines.ts';

/** Places a purchase for the caller, whole or not at all. Throws the contract's 401, 404, 409 and 413. */
export async function placeNewPurchase(
  ordering: Ordering,
  caller: Caller,
  purchase: NewPurchase,
  idempotencyKey: string | undefined,
  toStaff?: ToStaff,
) {
  const placed = await place(ordering, caller, purchase, idempotencyKey, toStaff);
  const { purchaseId, number, poUsedBefore, state } = placed;
  return { insertedId: purchaseId, number: formatOrderNumber(number), poUsedBefore, state };
}

async function place(
  ordering: Ordering,
  caller: Caller,
  purchase: NewPurchase,
  idempotencyKey: string | undefined,
  toStaff: ToStaff,
): Promise<PlacedAnswer> {
  const { lines = [], listId, lineIds, buyerId = caller.buyerId, contactId } = purchase;
  const isForOther = buyerId !== caller.buyerId;
  const onBehalf = isForOther
    ? await findContact(ordering.database.db, caller, buyerId, contactId)
    : undefined;
  const told = onBehalf ? 'about' : toStaff;
  const order = {
    delivery: toDelivery(withoutBlanks(purchase.shipTo)),
    facts: withoutBlanks(pickFacts(purchase)),
    expectedCents: toCents(purchase.expectedTotal),
  };
  const attemptAt = (asked: object) =>
    attemptOf(caller.userId, 'placePurchase', idempotencyKey, {
      ...asked,
      ...(isForOther && { buyerId, contactId }),
    });
  if (listId !== undefined) {
    const attempt = attemptAt({ listId, lineIds, ...order });
    return placeList(ordering, { caller, onBehalf, ...order, attempt }, { listId, lineIds }, told);
  }
  const asked = { lines: lines.map(toRequested), ...order };
  const named = lines.map((line, index) => ({ ...line, name: String(index) }));
  return answerPurchase(
    ordering,
    { caller, onBehalf, ...asked, attempt: attemptAt(asked) },
    formOf(named, told),
  );
}
