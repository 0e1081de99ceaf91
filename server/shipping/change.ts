import { sql } from 'kysely';
import type { CarriedBy, LinePieces } from '#contract/shipping/schema.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { Problem } from '../ground/handling/problem.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { partKeys, purchaseKeys, recipient } from '../purchases/mails.ts';
import { sumPieces } from '../purchases/pieces.ts';
import { type LockedPurchase, lockPurchaseOf, setCounters } from '../purchases/state.ts';
import { carrierName, trackingUrl } from './carriers.ts';
import { judgeUnshipping } from './judge.ts';
import { shippingMails } from './mail-words.ts';

interface LockedShipment {
  id: string;
  purchase: LockedPurchase;
  carrier: string | null;
  tracking: string | null;
  lines: LinePieces[];
}

/**
 * Corrects who carries a shipment and by which number, and tells the buyer by mail. What it has already changes and tells
 * nothing, and what `to` does not name stays.
 * Throws 404, and 409 for a shipment that is cancelled.
 */
export async function changeShipment(
  { db }: Database,
  id: string,
  to: CarriedBy,
  actor: string,
): Promise<void> {
  await transact(db, async (transaction) => {
    const { purchase, ...before } = await lockShipment(transaction, id);
    const { carrier: named = before.carrier, tracking: typed = before.tracking } = to;
    const carrier = named ? carrierName(named) : null;
    const tracking = typed || null;
    if (carrier === before.carrier && tracking === before.tracking) return;
    await transaction.updateTable('shipments').set({ carrier, tracking }).where('id', '=', id).execute();
    const told = await recordEvent(transaction, {
      kind: 'shipment_changed',
      actor,
      purchaseId: purchase.id,
      facts: {
        shipmentId: id,
        from: wordsOf(before),
        to: wordsOf({ carrier, tracking }),
      },
    });
    const url = trackingUrl(carrier, tracking) ?? null;
    const facts = sql`jsonb_build_object('shipmentId', ${id}::text, 'carrier', ${carrier}::text, 'tracking', ${tracking}::text, 'trackingUrl', ${url}::text)`;
    await mailOf('shipment_changed', transaction, { id, told, facts });
  });
}

/** Who carries a shipment, by which number. */
function wordsOf({ carrier, tracking }: Pick<LockedShipment, 'carrier' | 'tracking'>): string {
  return [carrier, tracking].filter(Boolean).join(', ');
}

/**
 * Cancels a shipment that has not left: its pieces are to be shipped again, and the buyer reads why. Its row and its number stay. Throws
 * 404, and 409 for one that is cancelled, whose purchase is refunded, or of which pieces came back, are to come back, or are refunded
 * as shipped ones.
 */
export async function cancelShipment(
  { db }: Database,
  id: string,
  why: string,
  actor: string,
): Promise<void> {
  await transact(db, async (transaction) => {
    const { purchase, lines, carrier, tracking } = await lockShipment(transaction, id);
    const counted = judgeUnshipping(purchase, lines);
    await sql`
      with counted as (${setCounters(counted)})
      update shipments set cancelled_at = now() where id = ${id}::uuid`.execute(transaction);
    const told = await recordEvent(transaction, {
      kind: 'shipment_cancelled',
      actor,
      purchaseId: purchase.id,
      why,
      facts: {
        shipmentId: id,
        lines: lines.length,
        pieces: sumPieces(lines),
      },
    });
    const facts = sql`jsonb_build_object('why', ${why}::text, 'carrier', ${carrier}::text, 'tracking', ${tracking}::text)`;
    await mailOf('shipment_cancelled', transaction, { id, told, facts });
  });
}

/** Locks a shipment for a change: its purchase first, as everywhere. Throws 404, and 409 for one that is cancelled. */
async function lockShipment(transaction: Queryable, id: string): Promise<LockedShipment> {
  const purchase = await lockPurchaseOf(transaction, 'shipment', id);
  const { cancelled_at, ...shipment } = await transaction
    .selectFrom('shipments')
    .select(['id', 'carrier', 'tracking', 'cancelled_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (cancelled_at) throw new Problem('shipment_state', { why: 'cancelled' });
  const lines = await transaction
    .selectFrom('shipment_lines')
    .select(['order_id as orderId', 'quantity'])
    .where('shipment_id', '=', id)
    .execute();
  return { ...shipment, purchase, lines };
}

/** Writes the mail about a change of a shipment that the entry `told` of the log tells of. */
async function mailOf(
  kind: 'shipment_changed' | 'shipment_cancelled',
  transaction: Queryable,
  { id, told, facts }: { id: string; told: string; facts: ReturnType<typeof sql> },
): Promise<void> {
  await insertMail(
    shippingMails[kind],
    sql`select ${recipient} as recipient, ${told}::text as subject, ${facts} || jsonb_build_object(${purchaseKeys},
        'lines', (
          select jsonb_agg(jsonb_build_object(${partKeys}, 'pieces', shipment_lines.quantity) order by line_no)
          from shipment_lines join orders on orders.id = order_id where shipment_id = shipments.id
        )) as facts
      from shipments join purchases on purchases.id = purchase_id where shipments.id = ${id}::uuid`,
  ).execute(transaction);
}
