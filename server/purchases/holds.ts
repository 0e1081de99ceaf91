import { type RawBuilder, sql } from 'kysely';
import { mayHold } from '#contract/kernel/allowance.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { doEach } from '../ground/jobs/each.ts';
import { SHOP } from '../log/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { holdsTooMuch } from './buyers.ts';
import { requireSpendable } from './company-terms.ts';
import { enqueueHold } from './mails.ts';
import type { PurchaseTerms } from './request.ts';
import { isUnpaid, minutesOfWarning, renewedHold, requirePayable, takesStock } from './rules.ts';
import { changeState, lockPurchase, requireOrdering, whyKept } from './state.ts';
import { type NewStock, putBack, takeAgain, tellStock } from './stock.ts';

/** Purchases that one run of a job looks at. */
const AT_ONCE = 200;

/** Puts the stock of purchases whose hold has ended back on sale. They stay, unpaid. Returns the number of released purchases. */
export async function releaseEndedHolds(database: Database, catalogue: Catalogue): Promise<number> {
  await extendProvenHolds(database.db);
  let released = 0;
  await doEach(await listEndedHolds(database.db), async (id) => {
    if (await release(database, catalogue, id)) released += 1;
  });
  return released;
}

async function release({ db }: Database, catalogue: Catalogue, id: string): Promise<boolean> {
  const levels = await transact(db, async (transaction): Promise<NewStock[]> => {
    const purchase = await lockPurchase(transaction, id);
    // The address may have been proven since the list was read.
    await extendProvenHolds(transaction, { id });
    // Paid, deleted or held anew since then.
    // guard: server/purchases/release.test.ts
    if (!purchase || !isUnpaid(purchase.state) || !(await isHoldOver(transaction, id))) return [];
    // Members of a company that may not order can neither pay nor approve, nor be told to.
    if (!whyKept(purchase)) await enqueueHold(transaction, 'hold_ended', id);
    await changeState(transaction, purchase, { to: 'released' });
    return putBack(transaction, purchase.lines, { kind: 'hold_ended', actor: SHOP, facts: {} });
  });
  await tellStock(catalogue, levels);
  return levels.length > 0;
}

/**
 * Moves the end of holds to `held_until_proven` where the buyer has proven their address since, and has them warned of the
 * new end. With `id` only that purchase's, with `email` only that buyer's. Purchases that somebody has locked are skipped and
 * left to the next run, so this waits for nobody.
 */
export async function extendProvenHolds(
  db: Queryable,
  { id, email }: { id?: string; email?: string } = {},
): Promise<void> {
  await sql`
    update purchases set held_until = held_until_proven, held_until_proven = null, hold_warned_at = null
    where id = any(array(
      select purchases.id from purchases join users on users.id = user_id
      where held_until_proven is not null and email_verified and purchases.id = coalesce(${id ?? null}::uuid, purchases.id)
        and users.email = coalesce(${email ?? null}::text, users.email)
      order by purchases.id for no key update of purchases skip locked
    ))`.execute(db);
}

/** Tells buyers whose hold ends soon, once a hold. Returns the number of buyers told. */
export async function warnEndingHolds(
  { db }: Database,
  { holdMinutes, unprovenMinutes }: Pick<PurchaseTerms, 'holdMinutes' | 'unprovenMinutes'>,
): Promise<number> {
  const [usual, short] = [minutesOfWarning(holdMinutes), minutesOfWarning(unprovenMinutes)];
  return warnOnce(db, endingIn(usual, short), (transaction, id) => enqueueHold(transaction, 'hold_ends', id));
}

/** Tells of each purchase whose hold is `ending`, once a hold, except those of companies that are held or closed. Returns how many it told of. */
export async function warnOnce(
  db: Queryable,
  ending: RawBuilder<unknown>,
  tell: (transaction: Queryable, id: string) => Promise<void>,
): Promise<number> {
  let warned = 0;
  const endsSoon = sql`${ending}
    and not exists (select from buyers where buyers.id = purchases.buyer_id and kind = 'company'
      and coalesce(closed_at, blocked_at) is not null)`;
  await doEach(await listEndingHolds(db, endsSoon), (id) =>
    db.transaction().execute(async (transaction) => {
      if (!(await markWarned(transaction, id, endsSoon))) return;
      await tell(transaction, id);
      warned += 1;
    }),
  );
  return warned;
}

/**
 * Makes sure that an unpaid purchase's stock is kept for it while its buyer pays. Throws 409 when a line's pieces have been
 * sold, when the buyer may have no more held, when the purchase cannot be paid any more, or its company may not order.
 */
export async function ensureHeld(
  { db }: Database,
  catalogue: Catalogue,
  id: string,
  terms: Omit<PurchaseTerms, 'maxUnpaid'>,
): Promise<void> {
  const levels = await transact(db, async (transaction) => {
    const purchase = await lockPurchase(transaction, id);
    if (!purchase) throw notFound('order');
    requireOrdering(purchase);
    if (takesStock(purchase.state)) return [];
    requirePayable(purchase);
    const { buyer, totalCents, lines } = purchase;
    const { unprovenCents } = terms;
    if (buyer && !mayHold(buyer, totalCents, unprovenCents)) throw holdsTooMuch(unprovenCents);
    await requireSpendable(transaction, id, totalCents);
    const taken = await takeAgain(transaction, lines, { kind: 'stock_retaken', actor: SHOP, facts: {} });
    if (!taken) throw new Problem('stock_gone', { payment: 'none' });
    // Nobody can prove the address of an account that is gone: nothing else can be placed for it, either.
    const hold = renewedHold(buyer?.isAddressProven ?? true, terms);
    await changeState(transaction, purchase, { to: 'held', ...hold });
    return taken;
  });
  await tellStock(catalogue, levels);
}

/** Ids of purchases whose hold has ended, oldest first, by the index `purchases_kept_until`. */
async function listEndedHolds(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from purchases where held_until <= now()
    order by held_until limit ${AT_ONCE}`.execute(db);
  return rows.map((row) => row.id);
}

/** How many purchases keep their stock though their hold has ended more than ten minutes ago. */
export async function countOverdueHolds(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from purchases
    where held_until <= now() - interval '10 minutes'`.execute(db);
  return rows[0]!.count;
}

/** Whether a locked purchase's hold is over, by the database's clock. */
async function isHoldOver(transaction: Queryable, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('purchases')
    .select('id')
    .where('id', '=', id)
    .where('held_until', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether a purchase's hold ends in less than this many minutes, and its buyer was not told. `shortMinutes` is for holds that are
 * shorter, as the buyer's address is not proven.
 */
function endingIn(minutes: number, shortMinutes: number): RawBuilder<unknown> {
  return sql`state = 'held' and held_until > now() and hold_warned_at is null
    and held_until < now() + make_interval(secs =>
      case when held_until_proven is null then ${minutes * 60}::float else ${shortMinutes * 60}::float end)`;
}

/** Ids of purchases whose hold ends soon, soonest first. */
async function listEndingHolds(db: Queryable, endsSoon: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from purchases where ${endsSoon}
    order by held_until limit ${AT_ONCE}`.execute(db);
  return rows.map((row) => row.id);
}

/** Notes that a buyer is told of the end of a hold; false when it does not end soon any more: it was renewed, or the buyer told. */
async function markWarned(
  transaction: Queryable,
  id: string,
  endsSoon: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    update purchases set hold_warned_at = now() where id = ${id} and ${endsSoon} returning id`.execute(
    transaction,
  );
  return rows.length > 0;
}
