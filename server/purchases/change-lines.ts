import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import { toCents, toDollars } from '#contract/kernel/money.ts';
import { isForCompany, type Reach } from '#contract/kernel/reach.ts';
import type { NewLines } from '#contract/purchases/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { invalidInput, notFound, Problem } from '../ground/handling/problem.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { type NewEvent, recordEvents, SHOP } from '../log/queries.ts';
import { listsFor } from '../price-lists/offers.ts';
import { writeTotal } from './amounts.ts';
import { tellAsked } from './approvals.ts';
import { askAnew } from './ask-anew.ts';
import { holdsTooMuch, keptProblem } from './buyers.ts';
import { requireSpendable } from './company-terms.ts';
import type { Deleting } from './delete.ts';
import { judgeAnew } from './judge-anew.ts';
import { type ChangeJudgement, judgeChange, type NewLine } from './judge-change.ts';
import { lineError } from './line-errors.ts';
import { purchaseMails } from './mail-words.ts';
import { purchaseFacts, recipient } from './mails.ts';
import { findPurchase, isSentBack } from './queries.ts';
import type { PurchaseTerms } from './request.ts';
import { isUnpaid, renewedHold, requireTransition, takesStock } from './rules.ts';
import { changeState, type LockedPurchase, lockPurchase } from './state.ts';
import {
  judgeMoves,
  type Move,
  movedEvents,
  type NewStock,
  takeAgain,
  tellStock,
  writeStock,
} from './stock.ts';
import { lockStockOf } from './stock-rows.ts';
import { kept } from './write.ts';

interface Changing extends Deleting {
  terms: Omit<PurchaseTerms, 'maxUnpaid'>;
}

/**
 * Changes quantities of an unpaid purchase in reach, for `actor`; 0 takes a line out. Its open payment is cancelled at the provider
 * first, so that nobody pays the old total; the next payment has the new one. A purchase whose hold has ended is held
 * again, and one that was sent back asks again, also where no quantity changes. Throws 400 for a line that it does not have, 404, and the contract's 409.
 */
export async function changeLines(
  { database, catalogue, cancelPayments, terms }: Changing,
  id: string,
  to: NewLines,
  { reach, actor }: { reach: Reach; actor: string },
): Promise<void> {
  const found = await findPurchase(database.db, id, reach);
  if (!found) throw notFound('order');
  const judge = (transaction: Queryable) => judgeLocked(transaction, found.id, to, { terms, reach });
  if (isUnpaid(found.state)) {
    // A change that is refused leaves its buyer the payment that has begun.
    await transact(database.db, judge);
    // guard: server/orders/change-lines.test.ts
    await cancelPayments(found.id, actor);
  }
  const levels = await transact(database.db, async (transaction): Promise<NewStock[]> => {
    const { purchase, stock, lines, moves, cents, anew } = await judge(transaction);
    if (lines.length === 0 && takesStock(purchase.state) && !(await wasSentBack(transaction, purchase.id)))
      return [];
    await anew?.count(true);
    await writeLines(transaction, lines);
    await writeTotal(transaction, purchase.id, cents);
    const changed = anew ? await askAnew(transaction, purchase, anew.approvals, actor) : purchase;
    if (!takesStock(purchase.state)) {
      const hold = renewedHold(purchase.buyer?.isAddressProven ?? true, terms);
      await changeState(transaction, changed, { to: changed.isUnapproved ? 'asked' : 'held', ...hold });
    }
    const moved = moves.filter(isMoved);
    const left = judgeMoves(moved, stock);
    if (!left) throw new Error('there are fewer pieces than were judged');
    await writeStock(transaction, left);
    const [told] = await recordEvents(transaction, eventsOf(lines, moved, actor));
    // Asking again for the same tells its approvers, and changes nothing for its buyer.
    if (told) await enqueueChanged(transaction, purchase.id, told, lines);
    if (anew && changed.isUnapproved) await tellAsked(transaction, [purchase.id]);
    return left.stock;
  });
  await tellStock(catalogue, levels);
}

/** Locks a purchase and what it takes its pieces from, and judges new quantities of it. Throws as `changeLines` does. */
async function judgeLocked(
  transaction: Queryable,
  id: string,
  to: NewLines,
  { terms, reach }: Pick<Changing, 'terms'> & { reach: Reach },
) {
  const purchase = await lockPurchase(transaction, id);
  if (!purchase) throw notFound('order');
  // Who may delete lines may change them.
  requireTransition(purchase.state, 'deleted');
  const wanted = toWanted(purchase, to);
  const stock = await lockStockOf(transaction, purchase.lines);
  const { buyerId } = purchase;
  const products = purchase.lines.map(({ productId }) => productId);
  const lists = buyerId === null ? [] : await listsFor(transaction, buyerId, products);
  const judged = judgeChange(purchase, wanted, toCents(to.expectedTotal), { ...stock, lists }, terms);
  if (judged.verdict !== 'accepted') throw toProblem(judged, purchase, to, terms, reach);
  const { cents } = judged;
  const anew = isForCompany(purchase) ? await judgeAnew(transaction, purchase, { cents, reach }) : undefined;
  return { ...judged, purchase, stock, anew };
}

/**
 * Takes the stock of a released purchase of a company again, before it is held. Returns what is available then. Throws 409 with the
 * lines that cannot be had, and for limits that it does not fit any more.
 */
export async function retakeAsked(
  transaction: Queryable,
  purchase: LockedPurchase,
  terms: Omit<PurchaseTerms, 'maxUnpaid'>,
): Promise<NewStock[]> {
  const { id, totalCents: cents, lines } = purchase;
  const stock = await lockStockOf(transaction, lines);
  const judged = judgeChange(purchase, new Map(), cents, { ...stock, lists: [] }, terms);
  if (judged.verdict !== 'accepted') throw toProblem(judged, purchase, { lines: [] }, terms);
  await requireSpendable(transaction, id, cents);
  const taken = await takeAgain(transaction, lines, { kind: 'stock_retaken', actor: SHOP, facts: {} });
  if (!taken) throw new Error('there are fewer pieces than were judged');
  return taken;
}

async function wasSentBack(transaction: Queryable, id: string): Promise<boolean> {
  const query = transaction.selectFrom('purchases').select(isSentBack.as('is')).where('id', '=', id);
  return (await query.executeTakeFirst())?.is ?? false;
}

/** Returns the quantities by line. Throws 400 for one that the purchase does not have, and where no line would be left. */
function toWanted({ lines }: LockedPurchase, { lines: asked }: NewLines): Map<string, number> {
  const known = new Set(lines.map(({ id }) => id));
  const unknown = asked.flatMap(({ _id }, nth) =>
    known.has(_id.toLowerCase()) ? [] : [fieldError(`lines.${nth}._id`, 'no_such_line')],
  );
  if (unknown.length > 0) throw invalidInput(unknown);
  const wanted = new Map(asked.map(({ _id, quantity }) => [_id.toLowerCase(), quantity]));
  if (lines.every(({ id }) => wanted.get(id) === 0))
    throw invalidInput([fieldError('lines', 'no_line_left')]);
  return wanted;
}

/** Returns the problem of a change that is refused, which names lines as the request `asked` does, and others by their ids. */
function toProblem(
  judged: Exclude<ChangeJudgement, { verdict: 'accepted' }>,
  { lines }: LockedPurchase,
  { lines: asked }: Pick<NewLines, 'lines'>,
  { unprovenCents }: Pick<PurchaseTerms, 'unprovenCents'>,
  reach?: Reach,
): Problem {
  switch (judged.verdict) {
    case 'company_closed':
    case 'blocked':
    case 'company_waiting':
      return keptProblem(judged, reach === 'all' ? 'about' : undefined);
    case 'total_changed':
      return new Problem('total_changed', { total: toDollars(judged.cents) });
    case 'address_unproven':
      return holdsTooMuch(unprovenCents);
    case 'total_too_low':
      return new Problem('total_too_low');
    case 'refused': {
      const errors = judged.lines.map((refusal) => {
        const line = lines[refusal.line - 1]!;
        const nth = asked.findLastIndex(({ _id }) => _id.toLowerCase() === line.id);
        // A line that was not asked for is to blame where its pieces have been sold since the hold ended.
        const at = nth < 0 ? `lines.${line.id}` : `lines.${nth}`;
        const fields = { product: `${at}._id`, price: `${at}.quantity`, receiptDate: `${at}._id` };
        return lineError(refusal, asked[nth]?.quantity ?? line.quantity, {
          ...fields,
          quantity: `${at}.quantity`,
        });
      });
      return new Problem('lines_refused', { lines: errors.length }, { errors });
    }
  }
}

async function writeLines(transaction: Queryable, lines: NewLine[]): Promise<void> {
  const changed = lines
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ ...line, priceSource: kept(line.priceSource) }));
  await sql`
    with changed as (
      update orders set quantity = line.quantity, awaited = line.awaited, unit_price_micros = "unitPriceMicros",
        price_source = "priceSource", total_cents = cents
      from json_to_recordset(${JSON.stringify(changed)}::json)
        as line (id uuid, quantity int, awaited int, "unitPriceMicros" bigint, "priceSource" jsonb, cents bigint)
      where orders.id = line.id
    )
    update orders set deleted_at = now()
    where id = any(${lines.flatMap(({ id, quantity }) => (quantity === 0 ? [id] : []))}::uuid[])`.execute(
    transaction,
  );
}

const isMoved = ({ pieces, awaited }: Move) => pieces !== 0 || awaited !== 0;

/** What the log tells of each line: its new quantity, that it is gone, or that its pieces are kept again. */
function eventsOf(lines: NewLine[], moved: Move[], actor: string): NewEvent[] {
  const byId = new Map(moved.map((move) => [move.id, move]));
  const changed = lines.map(({ id, productId, from, quantity }): NewEvent => {
    const line = { orderId: id, productId, stockChange: byId.get(id)?.pieces || undefined };
    return quantity === 0
      ? { kind: 'order_deleted', actor, ...line }
      : { kind: 'quantity_changed', actor, ...line, facts: { from, to: quantity } };
  });
  const ids = new Set(lines.map(({ id }) => id));
  const kept = moved.filter(({ id }) => !ids.has(id));
  return [...changed, ...movedEvents(kept, { kind: 'stock_retaken', actor: SHOP, facts: {} })];
}

/** Tells the buyer what has changed, once a change. */
async function enqueueChanged(
  transaction: Queryable,
  purchaseId: string,
  told: string,
  lines: NewLine[],
): Promise<void> {
  const changes = JSON.stringify(lines.map(({ id, from, quantity }) => ({ id, from, to: quantity })));
  await insertMail(
    purchaseMails.lines_changed,
    sql`select ${recipient} as recipient, ${told}::text as subject,
        ${purchaseFacts(sql`'heldUntil', held_until, 'isAsked', purchases.state = 'asked', 'changes', (
          select coalesce(jsonb_agg(jsonb_build_object('productName', product_name, 'from', "from", 'to', "to") order by line_no), '[]')
          from json_to_recordset(${changes}::json) as changed (id uuid, "from" int, "to" int) join orders using (id)
        )`)} as facts
      from purchases where id = ${purchaseId}::uuid`,
  ).execute(transaction);
}
