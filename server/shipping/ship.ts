import { sql } from 'kysely';
import type { NewShipment } from '#contract/shipping/schema.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { tryAgain } from '../ground/database/transact.ts';
import { newId } from '../ground/database/uuid.ts';
import { notFound } from '../ground/handling/problem.ts';
import { type Attempt, once } from '../ground/idempotency/idempotency.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { partKeys, purchaseKeys, recipient } from '../purchases/mails.ts';
import { isGoingBack, sumPieces, withinBounds } from '../purchases/pieces.ts';
import { lockPurchase, type PurchaseLine, setCounters } from '../purchases/state.ts';
import { carrierName, trackingUrl } from './carriers.ts';
import { judgeShipment } from './judge.ts';
import { shippingMails } from './mail-words.ts';

/**
 * Notes that pieces of an accepted purchase's lines are shipped, and tells the buyer by one mail. Throws 404; 409 for a purchase that is
 * not accepted, or about to be refunded as a whole; and for more pieces than are here to be shipped, with what is left of each line, or when
 * the purchase has as many shipments as it may.
 */
export function ship(
  { db }: Database,
  purchaseId: string,
  shipment: NewShipment,
  actor: string,
  attempt: Attempt | undefined,
): Promise<{ insertedId: string }> {
  const shipping = tryAgain(() =>
    once(db, attempt, async (transaction) => {
      const purchase = await lockPurchase(transaction, purchaseId);
      if (!purchase) throw notFound('order');
      const counted = judgeShipment(purchase, await goesBack(transaction, purchaseId), shipment.lines);
      return { insertedId: await insertShipment(transaction, purchaseId, shipment, counted, actor) };
    }),
  );
  return withinBounds(shipping);
}

/** Whether all that is left of a purchase's payment is to go back. Under its lock, without which nobody asks for it. */
async function goesBack(transaction: Queryable, purchaseId: string): Promise<boolean> {
  const { rows } = await sql`select from purchases where id = ${purchaseId} and ${isGoingBack}`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Writes a shipment of a locked purchase: its lines, their new counters, the log and the mail, in one statement. Returns its id. */
async function insertShipment(
  transaction: Queryable,
  purchaseId: string,
  { lines, carrier, tracking }: NewShipment,
  counted: PurchaseLine[],
  actor: string,
): Promise<string> {
  const id = newId();
  const by = { carrier: carrier ? carrierName(carrier) : null, tracking: tracking || null };
  const facts = {
    shipmentId: id,
    lines: lines.length,
    pieces: sumPieces(lines),
  };
  await sql`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as line ("orderId" uuid, quantity int)
    ), shipment as (
      insert into shipments (id, purchase_id, carrier, tracking, actor)
      values (${id}::uuid, ${purchaseId}::uuid, ${by.carrier}, ${by.tracking}, ${actor})
    ), shipment_line as (
      insert into shipment_lines (shipment_id, order_id, quantity)
      select ${id}::uuid, "orderId", quantity from line
    ), shipped as (${setCounters(counted)}
    ), logged as (
      insert into events (id, kind, actor, purchase_id, facts)
      values (${newId()}::uuid, 'shipped', ${actor}, ${purchaseId}::uuid,
        ${JSON.stringify({ ...facts, ...(by.carrier && { carrier: by.carrier }), ...(by.tracking && { tracking: by.tracking }) })}::jsonb)
    )
    ${insertMail(
      shippingMails.shipped,
      sql`select ${recipient} as recipient, ${id}::text as subject, jsonb_build_object(${purchaseKeys},
          'carrier', ${by.carrier}::text, 'tracking', ${by.tracking}::text, 'trackingUrl', ${trackingUrl(by.carrier, by.tracking) ?? null}::text,
          'isRest', unshipped_pieces = sum(line.quantity),
          'lines', jsonb_agg(jsonb_build_object(${partKeys}, 'pieces', line.quantity) order by line_no)) as facts
        from purchases join orders on orders.purchase_id = purchases.id join line on line."orderId" = orders.id
        where purchases.id = ${purchaseId}::uuid
        group by purchases.id`,
    )}`.execute(transaction);
  return id;
}
