/** How the shop's staff change the state of a company: approve, hold and close it, and take that back. */
import { sql } from 'kysely';
import type { Company } from '#contract/companies/schema.ts';
import { mayChangeState, type StateChange } from '#contract/companies/states.ts';
import type { Own } from '#contract/kernel/reach.ts';
import type { EventKind } from '#contract/log/schema.ts';
import { setBuyerBlock } from '../accounts/people.ts';
import type { Queryable } from '../ground/database/client.ts';
import { insertMails } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { companyMails } from './mail-words.ts';
import { listMembers, lockCompany } from './queries.ts';

/** The log's entry of each change. */
const EVENTS = {
  approve: 'company_approved',
  block: 'company_blocked',
  unblock: 'company_unblocked',
  close: 'company_closed',
  reopen: 'company_reopened',
} as const satisfies Record<StateChange, EventKind>;

/** Makes a change of a company, where it is in a state for that. Returns how many companies it has changed. Throws 404. */
export async function changeState(
  transaction: Queryable,
  id: string,
  change: StateChange,
  { caller, why = null }: { caller: Own; why: string | null | undefined },
): Promise<number> {
  const company = await lockCompany(transaction, id, { caller, reach: 'all' });
  if (!mayChangeState(company.state, change)) return 0;
  const actor = caller.email;
  const changed = await update(transaction, company._id, change, { by: actor, why });
  if (changed === 0) return 0;
  const facts = { company: company.name };
  const told = await recordEvent(transaction, { kind: EVENTS[change], actor, why, facts });
  if (change === 'approve') await mailApproved(transaction, company, told);
  return changed;
}

async function update(
  transaction: Queryable,
  id: string,
  change: StateChange,
  { by, why }: { by: string; why: string | null },
): Promise<number> {
  if (change === 'block' || change === 'unblock')
    return setBuyerBlock(transaction, sql`${id}`, change === 'block' ? { by, why: why! } : undefined);
  const set = {
    approve: { waiting_since: null },
    close: { closed_at: sql<Date>`now()`, closed_by: by, closed_why: why },
    reopen: { closed_at: null, closed_by: null, closed_why: null },
  };
  await transaction.updateTable('buyers').set(set[change]).where('id', '=', id).execute();
  return 1;
}

/** The most admins who get a mail of their company. */
const MOST_TOLD = 50;

/** Tells the admins of a company that it may order, by the entry `told` of the log. */
async function mailApproved(
  transaction: Queryable,
  { _id: buyerId, name: company }: Company,
  told: string,
): Promise<void> {
  const admins = (await listMembers(transaction, buyerId)).filter(({ roles }) => roles.includes('admin'));
  const mails = admins.slice(0, MOST_TOLD).map(({ email: recipient, userId }) => {
    return { recipient, subject: `${told}:${userId}`, facts: { buyerId, company } };
  });
  await insertMails(companyMails.company_approved, mails).execute(transaction);
}
