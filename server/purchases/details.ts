import { sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';
import type { DetailChange } from '#contract/log/schema.ts';
import type { PurchaseDetails } from '#contract/purchases/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { lockUnshipped } from './address.ts';
import { askAfterChange } from './ask-anew.ts';
import { FACT_COLUMNS, FACT_FIELDS } from './facts.ts';
import { purchaseMails } from './mail-words.ts';
import { purchaseKeys } from './mails.ts';
import { isAccepted } from './rules.ts';

/** What is approved with a purchase. */
const APPROVED: ReadonlySet<string> = new Set<DetailChange['field']>(['poNumber', 'costCentre']);

/**
 * Changes what is written at a purchase in reach, and tells the buyer of a paid one by mail. The invoice keeps what it was issued with.
 * Throws 404, and 409 once something of it is shipped or all of it is refunded. What it says already changes and tells nothing.
 */
export async function changeDetails(
  { db }: Database,
  id: string,
  to: PurchaseDetails,
  { reach, actor }: { reach: Reach; actor: string },
): Promise<void> {
  await transact(db, async (transaction) => {
    const purchase = await lockUnshipped(transaction, id, reach);
    const before = await transaction
      .selectFrom('purchases')
      .select(Object.values(FACT_COLUMNS))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const changes = FACT_FIELDS.flatMap((field): DetailChange[] => {
      const from = before[FACT_COLUMNS[field]] ?? '';
      const wanted = to[field] ?? from;
      return wanted === from ? [] : [{ field, from, to: wanted }];
    });
    if (changes.length === 0) return;
    await transaction
      .updateTable('purchases')
      .set(Object.fromEntries(changes.map(({ field, to }) => [FACT_COLUMNS[field], to || null])))
      .set({ revision: sql<number>`revision + 1` })
      .where('id', '=', id)
      .execute();
    const told = await recordEvent(transaction, {
      kind: 'details_changed',
      actor,
      purchaseId: id,
      facts: { changes },
    });
    if (changes.some(({ field }) => APPROVED.has(field))) await askAfterChange(transaction, purchase, actor);
    if (!isAccepted(purchase.state)) return;
    await insertMail(
      purchaseMails.details_changed,
      sql`select buyer_email as recipient, ${told}::text as subject, jsonb_build_object(${purchaseKeys},
          'changes', ${JSON.stringify(changes)}::jsonb) as facts
        from purchases where id = ${id}::uuid`,
    ).execute(transaction);
  });
}
