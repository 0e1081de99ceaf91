import { sql } from 'kysely';
import type { MemberRole } from '#contract/companies/rights.ts';
import { companyMails } from '../companies/mail-words.ts';
import type { Queryable } from '../ground/database/client.ts';
import { insertMails } from '../ground/mail/queries.ts';

/** A limit of a member or a budget, `scopeId`, that orders of a period have nearly used. */
export interface NearlyUsed {
  buyerId: string;
  scopeId: string;
  periodStart: string;
  limitCents: number;
  usedCents: number;
}

/** Who is told of a budget, and the most of them. */
const TOLD_OF_BUDGETS: MemberRole[] = ['admin', 'finance'];
const MOST_TOLD = 50;

/** Tells members of their months, and those who look after budgets of these: once a period and limit. */
export async function tellNearlyUsed(transaction: Queryable, nearly: NearlyUsed[]): Promise<void> {
  if (nearly.length === 0) return;
  const { rows } = await sql<{ recipient: string; subject: string; facts: object }>`
    select email as recipient, concat_ws(':', "scopeId", "periodStart", "limitCents", member.user_id) as subject,
      jsonb_build_object('buyerId', "buyerId", 'company', buyers.name, 'budget', budgets.name,
        'period', coalesce(budgets.period, 'month'), 'periodStart', "periodStart", 'limitCents', "limitCents", 'usedCents', "usedCents") as facts
    from json_to_recordset(${JSON.stringify(nearly)}::json)
        as nearly ("buyerId" uuid, "scopeId" uuid, "periodStart" date, "limitCents" bigint, "usedCents" bigint)
      join buyers on buyers.id = "buyerId" left join budgets on budgets.id = "scopeId"
      cross join lateral (
        select user_id from members where buyer_id = "buyerId"
          and case when budgets.id is null then user_id = "scopeId" else roles && ${TOLD_OF_BUDGETS}::text[] end
        order by user_id limit ${MOST_TOLD}) as member
      join users on users.id = member.user_id`.execute(transaction);
  await insertMails(companyMails.limit_nearly_used, rows).execute(transaction);
}
