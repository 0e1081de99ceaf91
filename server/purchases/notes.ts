import type { NewNote } from '#contract/purchases/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { notFound } from '../ground/handling/problem.ts';
import { type Attempt, once } from '../ground/idempotency/idempotency.ts';
import { recordEvent } from '../log/queries.ts';
import { enqueueText } from './mails.ts';
import { findPurchase } from './queries.ts';

/** Writes a note into the history of a purchase, and with `toBuyer` a mail to its buyer. Throws 404. */
export async function addNote(
  { db }: Database,
  purchaseId: string,
  { text, toBuyer = false }: NewNote,
  actor: string,
  attempt: Attempt | undefined,
): Promise<{ insertedId: string }> {
  if (!(await findPurchase(db, purchaseId, 'all'))) throw notFound('order');
  return once(db, attempt, async (transaction) => {
    const kind = toBuyer ? 'buyer_told' : 'note_added';
    const id = await recordEvent(transaction, { kind, actor, purchaseId, why: text });
    if (toBuyer) await enqueueText(transaction, 'message', purchaseId, id, text);
    return { insertedId: id };
  });
}
