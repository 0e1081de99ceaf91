import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { partKeys, purchaseKeys } from '../purchases/mails.ts';
import type { LockedReceipt } from './lock.ts';
import { receiptMails } from './mail-words.ts';

/** Tells everybody who waits for goods of their new day: one mail for each purchase and day. */
export async function enqueueDateChanged(
  transaction: Queryable,
  { id, revision, dueOn: before }: LockedReceipt,
  dueOn: string,
): Promise<void> {
  await insertMail(
    receiptMails.receipt_date_changed,
    sql`
      select gen_random_uuid() as mail_id, buyer_email as recipient, ${`${id}:${revision}:`} || purchases.id as subject,
        jsonb_build_object(${purchaseKeys}, 'orderId', (array_agg(orders.id order by line_no))[1],
          'before', ${before}::text, 'dueOn', ${dueOn}::text,
          'lines', jsonb_agg(jsonb_build_object(${partKeys}, 'pieces', awaited, 'customerRef', customer_ref) order by line_no)) as facts
      from orders join purchases on purchases.id = purchase_id
      where receipt_id = ${id} and awaited > 0 and orders.deleted_at is null and state in ('held', 'paid')
      group by purchases.id`,
    sql`mail_id`,
  ).execute(transaction);
}
