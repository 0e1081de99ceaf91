import { sql } from 'kysely';
import type { NeededApproval } from '#contract/companies/rules.ts';
import { fromMicros, toDollars } from '#contract/kernel/money.ts';
import type { Own } from '#contract/kernel/reach.ts';
import { type Approvals, MOST_APPROVALS, type WaitingPurchase } from '#contract/purchases/approvals.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { CountedBudget } from '../purchases/approval-mail-words.ts';
import { countedBudgets, isApprover, isUndecided } from '../purchases/approvals.ts';
import { hashOf, readContents } from '../purchases/content.ts';
import { isUnapproved, isWaiting } from '../purchases/queries.ts';

interface WaitingRow {
  id: string;
  number: number;
  name: string;
  email: string;
  totalCents: number;
  askedAt: Date;
  heldUntil: Date | null;
  approvals: NeededApproval[];
  revision: number;
}

/** Whether a row of `purchases` waits for the verdict of a row of `members`: neither sent back, which waits for its buyer, nor approved by them. */
const waitsForMember = sql<boolean>`(${isWaiting} and ${isApprover} and ${isUndecided})`;

/** The purchases of a buyer that wait for this person's approval, oldest first. */
export async function listWaiting(db: Queryable, { buyerId, userId }: Own): Promise<WaitingPurchase[]> {
  const { rows } = await sql<WaitingRow>`
    select purchases.id, number, buyer_name as name, buyer_email as email, total_cents as "totalCents", asked_at as "askedAt",
      held_until as "heldUntil", approvals, revision
    from purchases join members on members.user_id = ${userId} and ${waitsForMember}
    where purchases.buyer_id = ${buyerId}
    order by purchases.id limit ${MOST_APPROVALS}`.execute(db);
  const contents = await readContents(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, number, name, email, totalCents, askedAt, heldUntil, approvals, revision }) => ({
    _id: id,
    number: formatOrderNumber(number),
    name,
    email,
    total: toDollars(totalCents),
    askedAt: askedAt.toISOString(),
    heldUntil: heldUntil?.toISOString() ?? null,
    reasons: [...new Set(approvals.map(({ reason }) => reason))],
    revision,
    hash: hashOf(contents.get(id)!),
  }));
}

/** What an approval of a company's purchase names, whose approvals it needs and has, and what helps to decide. */
export async function approvalFields(
  db: Queryable,
  id: string,
  { userId, buyerId }: Own,
): Promise<{ revision: number; hash: string; approvals: Approvals } | undefined> {
  const { rows } = await sql<
    Pick<Approvals, 'needed' | 'given' | 'isMine'> & {
      revision: number;
      budgets: CountedBudget[] | null;
    }
  >`
    select revision, case when ${isUnapproved} then ${countedBudgets} end as budgets, purchases.buyer_id = ${buyerId} and exists (
        select from members where user_id = ${userId} and ${waitsForMember}
      ) as "isMine", (
        select coalesce(jsonb_agg(case when name is null then need else jsonb_set(need, '{by,name}', to_jsonb(name)) end order by nth), '[]')
        from jsonb_array_elements(approvals) with ordinality as needs (need, nth)
          left join (members join users on users.id = user_id) on members.buyer_id = purchases.buyer_id
            and user_id::text = lower(need #>> '{by,userId}')
      ) as needed, (
        select coalesce(json_agg(json_strip_nulls(json_build_object('userId', user_id, 'name', name, 'verdict', verdict,
          'at', at, 'note', note)) order by at), '[]')
        from approvals left join users on users.id = user_id
        where purchase_id = purchases.id and void_at is null
      ) as given
    from purchases where purchases.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const contents = await readContents(db, [id]);
  return {
    revision: row.revision,
    hash: hashOf(contents.get(id)!),
    approvals: {
      needed: row.needed,
      given: row.given.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
      isMine: row.isMine,
      ...(row.budgets && {
        budgets: row.budgets.map(({ limitCents, usedCents, ...budget }) => ({
          ...budget,
          limit: toDollars(limitCents),
          used: toDollars(usedCents),
        })),
        ...(await readLastPrices(db, id)),
      }),
    },
  };
}

/** Of each line whose part the buyer has bought before: the price of a piece in the newest such purchase. */
async function readLastPrices(db: Queryable, id: string): Promise<Pick<Approvals, 'lastPrices'>> {
  const { rows } = await sql<{ _id: string; micros: number; at: Date }>`
    with earlier as materialized (
      select bought.id, bought.placed_at from purchases join purchases as bought on bought.buyer_id = purchases.buyer_id
      where purchases.id = ${id} and bought.id < purchases.id and bought.accepted_at is not null and bought.state <> 'deleted'
      order by bought.id desc limit 500
    )
    select distinct on (line.id) line.id as _id, last.unit_price_micros as micros, placed_at as at
    from orders as line join orders as last on last.product_id = line.product_id and last.deleted_at is null
      join earlier on earlier.id = last.purchase_id
    where line.purchase_id = ${id} and line.deleted_at is null
    order by line.id, earlier.id desc`.execute(db);
  return {
    lastPrices: rows.map(({ _id, micros, at }) => ({ _id, price: fromMicros(micros), at: at.toISOString() })),
  };
}
