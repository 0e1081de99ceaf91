import { sql } from 'kysely';
import type { NeededApproval } from '#contract/companies/rules.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { Own } from '#contract/kernel/reach.ts';
import { type Approvals, MOST_APPROVALS, type WaitingPurchase } from '#contract/purchases/approvals.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import type { Queryable } from '../ground/database/client.ts';
import { ID_FORM } from '../ground/database/uuid.ts';
import { isApprover } from '../purchases/approvals.ts';
import { hashOf, readContents } from '../purchases/content.ts';

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

/** The purchases of a buyer that wait for this person's approval, oldest first; not those that were sent back, which wait for their buyer. */
export async function listWaiting(db: Queryable, { buyerId, userId }: Own): Promise<WaitingPurchase[]> {
  const { rows } = await sql<WaitingRow>`
    select purchases.id, number, buyer_name as name, buyer_email as email, total_cents as "totalCents", asked_at as "askedAt",
      held_until as "heldUntil", approvals, revision
    from purchases join members on members.user_id = ${userId} and ${isApprover}
    where purchases.buyer_id = ${buyerId} and asked_at is not null and approved_at is null and state in ('asked', 'released')
      and not exists (
        select from approvals where purchase_id = purchases.id and void_at is null
          and (verdict = 'send_back' or approvals.user_id = ${userId}))
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

/** What an approval of a company's purchase names, and whose approvals it needs and has. */
export async function approvalFields(
  db: Queryable,
  id: string,
): Promise<{ revision: number; hash: string; approvals: Approvals } | undefined> {
  const { rows } = await sql<{ revision: number; needed: Approvals['needed']; given: Approvals['given'] }>`
    select revision, (
        select coalesce(jsonb_agg(case when name is null then need else jsonb_set(need, '{by,name}', to_jsonb(name)) end order by nth), '[]')
        from jsonb_array_elements(approvals) with ordinality as needs (need, nth)
          left join users on users.id = case when need #>> '{by,userId}' ~* ${ID_FORM} then (need #>> '{by,userId}')::uuid end
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
    },
  };
}
