import { sql } from 'kysely';
import type { Role } from '#contract/accounts/schema.ts';
import { isForCompany } from '#contract/kernel/reach.ts';
import { type ActionBy, can } from '#contract/policy.ts';
import { rolesHaving } from '../accounts/queries.ts';
import { callerBehind } from '../accounts/tokens.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import type { Caller } from '../ground/handling/handler.ts';
import { forbidden, notFound, type ToStaff, unauthorized } from '../ground/handling/problem.ts';
import type { OnBehalf } from './request.ts';

/**
 * Returns for whom staff place a purchase: the person, or of a company the member who has asked for it, by default the first of its
 * admins. Placing judges it anew behind its locks. The role is read afresh. Throws 401, 403 for others than staff, and 404.
 */
export async function findContact(
  db: Queryable,
  caller: Caller,
  buyerId: string,
  contactId: string | undefined,
): Promise<OnBehalf> {
  const isWellFormed = isId(buyerId) && (contactId === undefined || isId(contactId));
  const [buyer, named] = isWellFormed ? [buyerId, contactId ?? null] : [null, null];
  const { rows } = await sql<{ role: Role; kind: string | null; contactId: string | null }>`
    select caller.role, kind, case
        when kind = 'person' then case when coalesce(${named}::uuid, buyers.id) = buyers.id then buyers.id end
        else (
          select user_id from members
          where members.buyer_id = buyers.id and members.roles && ${rolesHaving('purchase.place')} and user_id = coalesce(${named}::uuid, user_id)
          order by 'admin' = any(members.roles) desc, joined_at, user_id limit 1
        ) end as "contactId"
    from (${callerBehind(sql`${caller.tokenHash}`)}) as caller left join buyers on buyers.id = ${buyer}::uuid`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw unauthorized();
  if (!can({ ...caller, role: found.role }, 'purchase.placeFor')) throw forbidden('staff_only');
  if (found.kind === null) throw notFound('buyer');
  if (found.contactId === null) throw notFound('contact');
  return { buyerId, contactId: found.contactId };
}

/** Returns how somebody is told what keeps the buyer that they act for from ordering: staff can lift it from a company. */
export function toldTo(caller: Caller, may: (action: ActionBy<'bearer'>) => boolean): ToStaff {
  return isForCompany(caller) && may('company.block') ? 'acting' : undefined;
}
