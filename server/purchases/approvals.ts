import { sql } from 'kysely';
import { rolesHaving } from '../accounts/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { insertMail, insertNewestMail } from '../ground/mail/queries.ts';
import { recordEvents } from '../log/queries.ts';
import { approvalMails, type CountedBudget } from './approval-mail-words.ts';
import { hashOf, readContents } from './content.ts';
import type { Approver, AskedPurchase } from './judge-approval.ts';
import { purchaseFacts, recipient } from './mails.ts';
import { isUnapproved } from './queries.ts';
import type { LockedPurchase } from './state.ts';

/** The most members who get a mail of a purchase that waits. */
const MOST_TOLD = 50;

/**
 * An approver gets one mail of a purchase in this time however often it is changed, and what changed after it with the next time's; another
 * at once when it was sent back or they have decided.
 */
const MAIL_MINUTES = 10;

/** Whether a row of `members` may approve a row of `purchases`. */
export const isApprover = sql<boolean>`(members.buyer_id = purchases.buyer_id
  and members.user_id is distinct from purchases.user_id
  and not exists (select from users where id = members.user_id and email = any(purchases.changed_by || purchases.placed_by))
  and members.roles && ${rolesHaving('purchase.approve')} and exists (
    select from jsonb_array_elements(purchases.approvals) as need
    where need #>> '{by,userId}' = members.user_id::text or need #>> '{by,role}' = any(members.roles)))`;

/** Whether a row of `members` has still to decide on a row of `purchases`: they have not, and nobody has sent it back. */
export const isUndecided = sql<boolean>`not exists (
  select from approvals where purchase_id = purchases.id and void_at is null
    and (verdict = 'send_back' or approvals.user_id = members.user_id))`;

/** The budgets that a row of `purchases` counts in, with all that is used of their period, as JSON. */
export const countedBudgets = sql<CountedBudget[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('name', budgets.name, 'period', period, 'periodStart', period_start,
    'limitCents', limit_cents, 'usedCents', used_cents) order by budgets.id), '[]')
  from purchase_spending counted join spending using (buyer_id, scope_id, period_start) join budgets on budgets.id = scope_id
  where counted.purchase_id = purchases.id and removed_at is null)`;

/** Returns what an approval of a locked purchase is judged by. */
export async function readAsked(transaction: Queryable, id: string): Promise<AskedPurchase> {
  const [row, contents] = [
    await transaction
      .selectFrom('purchases')
      .select(['revision', 'approvals', isUnapproved.as('isUnapproved')])
      .select((purchase) =>
        sql<
          string[]
        >`array(select id from users where id = ${purchase.ref('user_id')} or email = any(${purchase.ref('changed_by')} || ${purchase.ref('placed_by')}))`.as(
          'authors',
        ),
      )
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    await readContents(transaction, [id]),
  ];
  const { approvals, ...asked } = row;
  return { ...asked, needed: approvals ?? [], hash: hashOf(contents.get(id)!) };
}

/** Returns the member who decides and those who have approved a purchase, as they are while the company is locked. */
export async function readApprovers(
  transaction: Queryable,
  { id, buyerId }: LockedPurchase,
  userId: string,
): Promise<Approver[]> {
  const { rows } = await sql<Approver>`
    select members.user_id as "userId", roles,
      case when verdict = 'approve' then json_build_object('revision', revision, 'hash', hash) end as approved
    from members left join approvals on purchase_id = ${id} and approvals.user_id = members.user_id and void_at is null
    where buyer_id = ${buyerId} and (members.user_id = ${userId} or verdict = 'approve')`.execute(
    transaction,
  );
  return rows;
}

/** Writes what a member has said of a purchase; what they said before counts no more. */
export async function insertApproval(
  transaction: Queryable,
  approval: Record<'purchaseId' | 'userId' | 'hash', string> & {
    revision: number;
    verdict: 'approve' | 'send_back';
    note: string | undefined;
  },
): Promise<void> {
  const { purchaseId, userId, revision, hash, verdict, note } = approval;
  await transaction
    .insertInto('approvals')
    .values({ purchase_id: purchaseId, user_id: userId, revision, hash, verdict, note: note || null })
    .execute();
}

/** Makes what was said of a purchase so far count no more; with `verdict` only those verdicts. */
export async function voidApprovals(
  transaction: Queryable,
  purchaseId: string,
  verdict?: 'send_back',
): Promise<void> {
  let query = transaction
    .updateTable('approvals')
    .set({ void_at: sql<Date>`now()` })
    .where('purchase_id', '=', purchaseId)
    .where('void_at', 'is', null);
  if (verdict) query = query.where('verdict', '=', verdict);
  await query.execute();
}

/** Tells those who may approve purchases of them, and the log. */
export async function tellAsked(transaction: Queryable, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string; actor: string }>`
    select id, buyer_email as actor from purchases where id = any(${ids}::uuid[])`.execute(transaction);
  await recordEvents(
    transaction,
    rows.map(({ id, actor }) => ({ kind: 'approval_asked', actor, purchaseId: id })),
  );
  await mailApprovers(transaction, ids, 'approval_asked');
}

/** Writes a mail to each member who may approve one of these purchases and has not; to nobody of one that is sent back. */
export async function mailApprovers(
  transaction: Queryable,
  ids: string[],
  kind: 'approval_asked' | 'approval_reminder',
): Promise<void> {
  const { rows } = await sql<{ purchaseId: string; recipient: string; key: string; time: number }>`
    select purchases.id as "purchaseId", email as recipient, concat_ws(':', purchases.id, member.user_id, (
        select count(*) from approvals where purchase_id = purchases.id
          and (verdict = 'send_back' or approvals.user_id = member.user_id))) as key,
      floor(extract(epoch from now() - purchases.placed_at) / ${MAIL_MINUTES * 60})::int as time
    from purchases cross join lateral (
        select members.user_id from members where ${isApprover} and ${isUndecided} order by members.user_id limit ${MOST_TOLD}
      ) as member join users on users.id = member.user_id
    where purchases.id = any(${ids}::uuid[])`.execute(transaction);
  let untold = rows;
  for (let later = false; untold.length > 0; later = true) {
    const { rows: written } = await insertAsked(kind, untold, later).execute(transaction);
    const told = new Set(written.map(({ subject }) => subject));
    untold = untold
      .filter(({ key, time }) => !told.has(`${key}:${time}`))
      .map((mail) => ({ ...mail, time: mail.time + 1 }));
  }
}

/** Writes mails about purchases; of a `later` time, they are sent then. */
function insertAsked(
  kind: 'approval_asked' | 'approval_reminder',
  mails: { purchaseId: string; recipient: string; key: string; time: number }[],
  later: boolean,
) {
  const told = JSON.stringify(mails.map((mail) => ({ ...mail, id: newId() })));
  return insertNewestMail(
    approvalMails[kind],
    sql`select told.id, recipient, key || ':' || told.time as subject, placed_at + make_interval(mins => told.time * ${MAIL_MINUTES}) as at,
        ${purchaseFacts(sql`'heldUntil', held_until, 'askedAt', asked_at, 'buyer', buyer_email, 'costCentre', cost_centre, 'note', note,
          'company', (select name from buyers where buyers.id = purchases.buyer_id), 'budgets', ${countedBudgets}, 'reasons', (
            select jsonb_agg(distinct need -> 'reason') from jsonb_array_elements(purchases.approvals) as need),
          'above', (select min((need ->> 'above')::numeric) from jsonb_array_elements(purchases.approvals) as need)`)} as facts
      from json_to_recordset(${told}::json) as told (id uuid, "purchaseId" uuid, recipient text, key text, "time" int)
        join purchases on purchases.id = told."purchaseId"`,
    later ? sql`at` : undefined,
  );
}

/** Tells the buyer of a purchase what became of it, by the entry `told` of the log. */
export async function mailVerdict(
  transaction: Queryable,
  purchaseId: string,
  kind: 'approved' | 'sent_back',
  { told, by, note }: { told: string; by: string; note: string | undefined },
): Promise<void> {
  await insertMail(
    approvalMails[kind],
    sql`select ${recipient} as recipient, ${told}::text as subject,
        ${purchaseFacts(sql`'heldUntil', held_until, 'by', ${by}::text, 'text', ${note || null}::text`)} as facts
      from purchases where id = ${purchaseId}::uuid`,
  ).execute(transaction);
}
