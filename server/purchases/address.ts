import { sql } from 'kysely';
import type { z } from 'zod';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { Reach } from '#contract/kernel/reach.ts';
import { MOST_CHANGES } from '#contract/purchases/limits.ts';
import { addressText, type NewShipToSchema } from '#contract/purchases/schema.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { Problem } from '../ground/handling/problem.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { askAfterChange } from './ask-anew.ts';
import { toAddress, toDelivery } from './delivery.ts';
import { requireRules } from './judge-anew.ts';
import { purchaseMails } from './mail-words.ts';
import { purchaseKeys, recipient } from './mails.ts';
import { isAccepted } from './rules.ts';
import { type LockedPurchase, lockInReach, requireOrdering } from './state.ts';

/**
 * Changes where a purchase goes, and tells the buyer of a paid one by mail. Throws 404, and 409 once something of it is shipped or all of it
 * is refunded, or when somebody else has changed the address that was `before`. An address that it has already changes and tells nothing.
 */
export async function changeShipTo(
  { db }: Database,
  id: string,
  { shipTo: to, before: seen }: z.infer<typeof NewShipToSchema>,
  { reach, actor }: { reach: Reach; actor: string },
): Promise<void> {
  await transact(db, async (transaction) => {
    const purchase = await lockUnshipped(transaction, id, reach);
    const { address, phone, shipTo } = toDelivery(to);
    const { rows } = await sql<{
      shipping_address: string;
      phone: string;
      ship_to: Omit<ShipTo, 'street' | 'phone'> | null;
    }>`
      with before as materialized (select shipping_address, phone, ship_to from purchases where id = ${id})
      update purchases set shipping_address = ${address}, phone = ${phone}, ship_to = ${JSON.stringify(shipTo)}::jsonb,
        revision = revision + 1
      from before where id = ${id} and (before.shipping_address, before.phone, before.ship_to)
        is distinct from (${address}::text, ${phone}::text, ${JSON.stringify(shipTo)}::jsonb)
      returning before.shipping_address, before.phone, before.ship_to`.execute(transaction);
    const [was] = rows;
    if (!was) return;
    const before = textOf(was.shipping_address, was.phone, was.ship_to ?? undefined);
    // Thrown in the transaction: nothing is changed.
    if (seen !== undefined && seen !== before) throw new Problem('address_changed');
    const told = await recordEvent(transaction, {
      kind: 'ship_to_changed',
      actor,
      purchaseId: id,
      facts: { before },
    });
    await askAfterChange(transaction, purchase, { reach, actor });
    if (!isAccepted(purchase.state)) return;
    await requireRules(transaction, purchase, 'address');
    const after = textOf(address, phone, shipTo);
    await insertMail(
      purchaseMails.ship_to_changed,
      sql`select ${recipient} as recipient, ${told}::text as subject, jsonb_build_object(${purchaseKeys},
          'before', ${before}::text, 'after', ${after}::text) as facts
        from purchases where id = ${id}::uuid`,
    ).execute(transaction);
  });
}

/**
 * Locks a purchase in reach to change what is said of it. Throws 404, and 409 once something of it is shipped, all of it is refunded, it
 * was changed as often as it may, or, for its members, the company may not order.
 */
export async function lockUnshipped(
  transaction: Queryable,
  id: string,
  reach: Reach,
): Promise<LockedPurchase> {
  const purchase = await lockInReach(transaction, id, reach);
  if (reach !== 'all') requireOrdering(purchase);
  if (purchase.state === 'refunded') throw new Problem('already_refunded');
  if (purchase.lines.some(({ shippedQuantity }) => shippedQuantity > 0)) throw new Problem('shipped_already');
  const { changes } = await transaction
    .selectFrom('events')
    .select((e) => e.fn.countAll<number>().as('changes'))
    .where('purchase_id', '=', id)
    .where('kind', 'in', ['ship_to_changed', 'details_changed'])
    .executeTakeFirstOrThrow();
  if (changes >= MOST_CHANGES) throw new Problem('purchase_full', { what: 'changes', most: MOST_CHANGES });
  return purchase;
}

function textOf(
  address: string,
  phone: string,
  shipTo: Omit<ShipTo, 'street' | 'phone'> | undefined,
): string {
  return addressText(toAddress({ address, phone, shipTo }).shippingAdd, phone);
}
