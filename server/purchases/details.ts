import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { Reach } from '#contract/kernel/reach.ts';
import type { DetailChange } from '#contract/log/schema.ts';
import type { PurchaseDetails } from '#contract/purchases/schema.ts';
import { findBillable } from '../address-book/queries.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { lockUnshipped } from './address.ts';
import { askAfterChange } from './ask-anew.ts';
import { FACT_COLUMNS, FACT_FIELDS, factsOf, textOfFact } from './facts.ts';
import { requireRules } from './judge-anew.ts';
import { purchaseMails } from './mail-words.ts';
import { purchaseKeys, recipient } from './mails.ts';
import { isAccepted } from './rules.ts';
import type { LockedPurchase } from './state.ts';

type Fields = ReadonlySet<string>;
/** What a company's rules look at, and what is approved with a purchase. */
const RULED: Fields = new Set<DetailChange['field']>(['poNumber', 'costCentre']);
const APPROVED: Fields = new Set<DetailChange['field']>(['poNumber', 'costCentre', 'billTo', 'deliveryWish']);

/**
 * Changes what is written at a purchase in reach, and tells the buyer of a paid one by mail. The invoice keeps what it was issued with.
 * Throws 404, and 409 once something of it is shipped or all of it is refunded, of the billing address once the invoice is issued, and for
 * what its company's rules refuse. What it says already changes and tells nothing.
 */
export async function changeDetails(
  { db }: Database,
  id: string,
  to: PurchaseDetails,
  { reach, actor }: { reach: Reach; actor: string },
): Promise<void> {
  await transact(db, async (transaction) => {
    const purchase = await lockUnshipped(transaction, id, reach);
    const row = await transaction
      .selectFrom('purchases')
      .select(Object.values(FACT_COLUMNS))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const before = factsOf(row);
    const changes = FACT_FIELDS.flatMap((field): DetailChange[] => {
      const [from, wanted] = [before[field], to[field]].map(textOfFact) as [string, string];
      return to[field] === undefined || wanted === from ? [] : [{ field, from, to: wanted }];
    });
    if (changes.length === 0) return;
    if (isAccepted(purchase.state)) await requireUncounted(transaction, purchase, changes);
    if (changes.some(({ field }) => field === 'billTo'))
      await requireBillable(transaction, purchase, to.billTo);
    await transaction
      .updateTable('purchases')
      .set(Object.fromEntries(changes.map(({ field }) => [FACT_COLUMNS[field], to[field] || null])))
      .set({ revision: sql<number>`revision + 1` })
      .where('id', '=', id)
      .execute();
    const told = await recordEvent(transaction, {
      kind: 'details_changed',
      actor,
      purchaseId: id,
      facts: { changes },
    });
    const isOf = (fields: Fields) => changes.some(({ field }) => fields.has(field));
    if (isOf(APPROVED)) await askAfterChange(transaction, purchase, { reach, actor });
    if (!isAccepted(purchase.state)) return;
    if (isOf(RULED)) await requireRules(transaction, purchase, 'numbers');
    await insertMail(
      purchaseMails.details_changed,
      sql`select ${recipient} as recipient, ${told}::text as subject, jsonb_build_object(${purchaseKeys},
          'changes', ${JSON.stringify(changes)}::jsonb) as facts
        from purchases where id = ${id}::uuid`,
    ).execute(transaction);
  });
}

/** Throws 409 where a budget counts orders of the cost center that an accepted purchase had or gets: it would count in the wrong one. */
async function requireUncounted(
  transaction: Queryable,
  { buyerId }: LockedPurchase,
  changes: readonly DetailChange[],
): Promise<void> {
  const centre = changes.find(({ field }) => field === 'costCentre');
  if (!centre || buyerId === null) return;
  const [from, to] = [centre.from.toLowerCase(), centre.to.toLowerCase()];
  if (from === to) return;
  const { rows } = await sql`
    select from budgets where buyer_id = ${buyerId} and removed_at is null and lower(cost_centre) = any(${[from, to]}::text[])`.execute(
    transaction,
  );
  if (rows.length === 0) return;
  const why = 'cost_centre_counted';
  throw new Problem('company_rule', { why }, { errors: [fieldError('costCentre', why)] });
}

/** Throws 409 once the invoice is issued, and 404 for no billing address of the book of the buyer, who is locked with an unpaid purchase. */
async function requireBillable(
  transaction: Queryable,
  { state, buyerId }: LockedPurchase,
  billTo: PurchaseDetails['billTo'],
): Promise<void> {
  if (isAccepted(state)) throw new Problem('already_invoiced');
  if (!billTo) return;
  const asked = buyerId === null ? [] : [{ nth: 0, buyerId, billTo }];
  if ((await findBillable(transaction, asked)).size === 0) throw notFound('bill_to');
}
