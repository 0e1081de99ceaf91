import type { companyCalls } from '#contract/companies/calls.ts';
import { type PartNumber, PartNumberSchema } from '#contract/companies/part-numbers.ts';
import { mayGive } from '#contract/companies/rules.ts';
import {
  type Company,
  CompanySchema,
  type Member,
  MOST_BUDGETS,
  MOST_INVITATIONS,
  MOST_MEMBERS,
} from '#contract/companies/schema.ts';
import type { StateChange } from '#contract/companies/states.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import { toCents } from '#contract/kernel/money.ts';
import type { Own, Reach } from '#contract/kernel/reach.ts';
import type { SettingValues } from '#contract/settings/schema.ts';
import { holdUser } from '../accounts/queries.ts';
import { insertAddress } from '../address-book/queries.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { requireKnownZone } from '../ground/days.ts';
import { type CsvColumn, csvAnswer, prefersCsv } from '../ground/handling/csv.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { pagesOf, streamList } from '../ground/handling/page.ts';
import { companyClosed, invalidInput, notFound, Problem, unauthorized } from '../ground/handling/problem.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import { openLane, type TakeTurn } from '../ground/limits/lane.ts';
import type { Limits, Trier } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import { recordEvent } from '../log/queries.ts';
import { insertBudget, listBudgets, readRules, removeBudget, updateBudget, writeRules } from './budgets.ts';
import {
  countOpen,
  insertInvitation,
  listInvitations,
  markAccepted,
  requireOpen,
  withdrawInvitation,
} from './invitations.ts';
import {
  atOnce,
  countPartNumbers,
  listPartNumbers,
  readNumbersEffect,
  setPartNumbers,
} from './part-numbers.ts';
import {
  addMember,
  countCompanies,
  countListed,
  countOpened,
  deleteMember,
  endHolds,
  insertCompany,
  listCompanies,
  listMembers,
  lockCompany,
  MOST_COMPANIES,
  readFigures,
  requireCompany,
  updateCompany,
  updateMember,
} from './queries.ts';
import { changeState } from './state-changes.ts';

export type CompanyCalls = keyof typeof companyCalls;

/** Headers that an order's columns have, too. */
const PART_NUMBER_COLUMNS: CsvColumn<PartNumber>[] = [
  ['SKU', ({ sku }) => sku],
  ['Customer part number', ({ number }) => number],
  ['Description', ({ name }) => name],
];

/** So many part numbers at most, as people set them while they order, wait for no file of others. */
const FEW_NUMBERS = 200;

/** What the settings say of companies at the moment. */
export interface CompanySettings {
  readonly values: Pick<SettingValues, 'companies'>;
}

export function companyHandlers(
  { db }: Database,
  limits: Limits,
  settings: CompanySettings,
): HandlersOf<CompanyCalls> {
  /** The handler of a change of a company's state. */
  const stateChange =
    (change: StateChange) =>
    ({
      params: { id },
      body,
      caller,
    }: {
      params: { id: string };
      body?: { why: string } | undefined;
      caller: Own;
    }) =>
      transact(db, async (transaction) => ({
        modifiedCount: await changeState(transaction, id, change, { caller, why: body?.why }),
      }));

  /** Changes a company by a member who may, or by the shop's admins. */
  const manage = <T>(
    id: string,
    { caller, reach }: { caller: Own; reach: Reach },
    change: (transaction: Queryable, company: Company) => Promise<T>,
  ) =>
    transact(db, async (transaction) =>
      change(transaction, await lockCompany(transaction, id, { caller, reach, right: 'members.manage' })),
    );

  const files = openLane(limits, 'partNumbers', 6);
  /** Works on part numbers, on many of them in turns. */
  const withNumbers = <T>(
    numbers: readonly unknown[],
    trier: Trier,
    work: (takeTurn: TakeTurn) => Promise<T>,
  ): Promise<T> => (numbers.length > FEW_NUMBERS ? files(trier, work) : work(atOnce));

  return {
    async openCompany({ body, caller, idempotencyKey }) {
      if (body.timeZone) await requireKnownZone(db, body.timeZone, 'timeZone');
      const attempt = attemptOf(caller.userId, 'openCompany', idempotencyKey, body);
      return once(db, attempt, async (transaction) => {
        const person = await requireRoom(transaction, caller.userId);
        // Each company has unpaid orders of its own: leaving one makes no room for the next.
        if ((await countOpened(transaction, person.email)) >= MOST_COMPANIES)
          throw new Problem('too_many_companies', { most: MOST_COMPANIES, why: 'opened' });
        if (!person.email_verified) throw new Problem('own_address_unproven');
        const isWaiting = settings.values.companies.newCompanies === 'wait';
        const insertedId = await insertCompany(transaction, body, isWaiting);
        await addMember(transaction, insertedId, caller.userId, ['admin']);
        const owner = { ...caller, buyerId: insertedId };
        // Parcels are addressed to the company, not to the person.
        const shipTo = { ...body.address, company: body.address.company || body.name };
        await insertAddress(transaction, owner, { shipTo, isDefault: true });
        const facts = { company: body.name };
        await recordEvent(transaction, { kind: 'company_opened', actor: caller.email, facts });
        return { insertedId };
      });
    },

    async listCompanies({ query, caller, reach }) {
      const who = { caller, reach };
      const pages = pagesOf(query, (page) => listCompanies(db, { ...query, ...page }, who));
      return streamList(CompanySchema, pages, await countListed(db, query, who));
    },

    async getCompany({ params: { id }, caller, reach }) {
      const company = await requireCompany(db, id, { caller, reach });
      return reach === 'all' ? { ...company, figures: await readFigures(db, id) } : company;
    },

    async changeCompany({ params: { id }, body, caller, reach }) {
      // PostgreSQL reads all of its zones for that: nobody waits for it at the company's lock.
      if (body.timeZone) await requireKnownZone(db, body.timeZone, 'timeZone');
      return manage(id, { caller, reach }, async (transaction, company) => {
        const timeZone = await updateCompany(transaction, id, body);
        const facts = {
          company: company.name,
          ...(body.name && body.name !== company.name && { to: body.name }),
          ...(timeZone !== company.timeZone && { zones: { from: company.timeZone, to: timeZone } }),
        };
        await recordEvent(transaction, { kind: 'company_changed', actor: caller.email, facts });
        return { modifiedCount: 1 };
      });
    },

    approveCompany: stateChange('approve'),
    blockCompany: stateChange('block'),
    unblockCompany: stateChange('unblock'),
    closeCompany: stateChange('close'),
    reopenCompany: stateChange('reopen'),

    async listMembers({ params: { id }, caller, reach }) {
      const { rights } = await requireCompany(db, id, { caller, reach });
      const seesAll = reach === 'all' || rights?.includes('purchase.read_all');
      return (await listMembers(db, id)).map(({ usedOfMonth, ...member }) => ({
        ...member,
        ...((seesAll || member.userId === caller.userId) && { usedOfMonth }),
      }));
    },

    changeMember: ({ params: { id, userId }, body, caller, reach }) =>
      manage(id, { caller, reach }, async (transaction, company) => {
        const members = await listMembers(transaction, id);
        const member = requireMember(members, userId);
        if (body.roles && !body.roles.includes('admin')) requireOtherAdmin(company, members, member);
        await updateMember(transaction, id, userId, body);
        const { roles = member.roles, perPurchase, perMonth, skipsRules } = body;
        const facts = {
          ...{ company: company.name, roles },
          ...(perPurchase !== undefined && { perPurchaseCents: perPurchase && toCents(perPurchase) }),
          ...(perMonth !== undefined && { perMonthCents: perMonth && toCents(perMonth) }),
          ...(skipsRules !== undefined && skipsRules !== member.skipsRules && { skipsRules }),
        };
        const { email: person } = member;
        await recordEvent(transaction, { kind: 'member_changed', actor: caller.email, person, facts });
        return { modifiedCount: 1 };
      }),

    async removeMember({ params: { id, userId }, caller, reach }) {
      return transact(db, async (transaction) => {
        const isLeaving = userId === caller.userId;
        const right = isLeaving ? {} : ({ right: 'members.manage' } as const);
        const company = await lockCompany(transaction, id, { caller, reach, ...right });
        const members = await listMembers(transaction, id);
        const member = requireMember(members, userId);
        // The last member may leave.
        if (members.length > 1) requireOtherAdmin(company, members, member);
        const { email: person } = member;
        await deleteMember(transaction, id, userId);
        if (members.length === 1) await endHolds(transaction, id);
        const facts = { company: company.name };
        await recordEvent(transaction, { kind: 'member_removed', actor: caller.email, person, facts });
        return { deletedCount: 1 };
      });
    },

    async listBudgets({ params: { id }, caller, reach }) {
      await requireCompany(db, id, { caller, reach });
      return listBudgets(db, id);
    },

    async addBudget({ params: { id }, body, caller, reach, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addBudget', idempotencyKey, { id, ...body });
      return once(db, attempt, async (transaction) => {
        const company = await lockCompany(transaction, id, { caller, reach, right: 'members.manage' });
        if ((await listBudgets(transaction, id)).length >= MOST_BUDGETS)
          throw new Problem('company_full', { what: 'budgets', most: MOST_BUDGETS });
        const insertedId = await insertBudget(transaction, id, body);
        await tellBudget(transaction, { company, caller }, body.name, body.limit);
        return { insertedId };
      });
    },

    changeBudget: ({ params: { id, budgetId }, body, caller, reach }) =>
      manage(id, { caller, reach }, async (transaction, company) => {
        const { name, limit } = await updateBudget(transaction, id, budgetId, body);
        await tellBudget(transaction, { company, caller }, name, limit);
        return { modifiedCount: 1 };
      }),

    removeBudget: ({ params: { id, budgetId }, caller, reach }) =>
      manage(id, { caller, reach }, async (transaction, company) => {
        const name = await removeBudget(transaction, id, budgetId);
        if (name === undefined) return { deletedCount: 0 };
        await tellBudget(transaction, { company, caller }, name, null);
        return { deletedCount: 1 };
      }),

    async getRules({ params: { id }, caller, reach }) {
      await requireCompany(db, id, { caller, reach });
      return readRules(db, id);
    },

    setRules: ({ params: { id }, body, caller, reach }) =>
      manage(id, { caller, reach }, async (transaction, company) => {
        const members = await listMembers(transaction, id);
        // A role may be given later; a person has to have one that approves.
        const unknown = body.approvals.flatMap((rule, n) =>
          'userId' in rule.by && !members.some((member) => mayGive(rule, member))
            ? [fieldError(`approvals.${n}.by`, 'no_approver')]
            : [],
        );
        if (unknown.length > 0) throw invalidInput(unknown);
        await writeRules(transaction, id, body);
        const facts = { company: company.name };
        await recordEvent(transaction, { kind: 'company_rules_changed', actor: caller.email, facts });
        return { modifiedCount: 1 };
      }),

    async listInvitations({ params: { id }, caller, reach }) {
      await requireCompany(db, id, { caller, reach, right: 'members.manage' });
      return listInvitations(db, id);
    },

    async invite({ params: { id }, body, caller, reach, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'invite', idempotencyKey, { id, ...body });
      return once(db, attempt, async (transaction) => {
        const company = await lockCompany(transaction, id, { caller, reach, right: 'members.manage' });
        if (company.closed) throw companyClosed(company.closed.why, reach === 'all' ? 'about' : undefined);
        if ((await countOpen(transaction, id)) >= MOST_INVITATIONS)
          throw new Problem('company_full', { what: 'invitations', most: MOST_INVITATIONS });
        const insertedId = await insertInvitation(transaction, company, body, caller.email);
        const facts = { company: company.name, roles: body.roles };
        const told = { kind: 'member_invited', actor: caller.email, person: body.email, facts } as const;
        await recordEvent(transaction, told);
        return { insertedId };
      });
    },

    withdrawInvitation: ({ params: { id, invitationId }, caller, reach }) =>
      manage(id, { caller, reach }, async (transaction) => ({
        deletedCount: await withdrawInvitation(transaction, id, invitationId),
      })),

    async listPartNumbers({ params: { id }, query, caller, reach, request }) {
      await requireCompany(db, id, { caller, reach });
      const isFile = prefersCsv(request.headers.accept);
      // What a file says can be imported again: parts that are gone would refuse it.
      const pages = pagesOf(query, (page) => listPartNumbers(db, id, page, { onSale: isFile }));
      if (isFile)
        return limits.send('exportAll', trierOf(request, caller), () =>
          csvAnswer('part-numbers', pages, PART_NUMBER_COLUMNS),
        );
      return streamList(PartNumberSchema, pages, await countPartNumbers(db, id));
    },

    setPartNumbers({ params: { id }, body, caller, reach, request }) {
      return withNumbers(body.numbers, trierOf(request, caller), (takeTurn) =>
        transact(db, async (transaction) => {
          const right = 'part_numbers.manage';
          const company = await lockCompany(transaction, id, { caller, reach, right });
          const parts = await setPartNumbers(transaction, id, body, takeTurn);
          const facts = { company: company.name, parts };
          const told = { kind: 'part_numbers_changed', actor: caller.email, facts } as const;
          if (parts > 0) await recordEvent(transaction, told);
          return { modifiedCount: parts };
        }),
      );
    },

    async readPartNumbersEffect({ params: { id }, body: { numbers }, caller, reach, request }) {
      await requireCompany(db, id, { caller, reach, right: 'part_numbers.manage' });
      return withNumbers(numbers, trierOf(request, caller), (takeTurn) =>
        readNumbersEffect(db, id, numbers, takeTurn),
      );
    },

    async readInvitation({ body: { token } }) {
      const { company, invitedBy, roles, expiresAt } = await requireOpen(db, token);
      return { company, invitedBy, roles, expiresAt: expiresAt.toISOString() };
    },

    async acceptInvitation({ body: { token }, caller }) {
      return transact(db, async (transaction) => {
        const { buyerId } = await requireOpen(transaction, token);
        const company = await lockCompany(transaction, buyerId, { caller, reach: 'all' });
        // Read again: it may have been withdrawn or accepted while the company was locked by another.
        const { id, email, roles } = await requireOpen(transaction, token);
        await requireRoom(transaction, caller.userId);
        if (company.members >= MOST_MEMBERS)
          throw new Problem('company_full', { what: 'members', most: MOST_MEMBERS });
        await addMember(transaction, buyerId, caller.userId, roles);
        await markAccepted(transaction, id, caller.email);
        const facts = { company: company.name, roles, ...(email !== caller.email && { invited: email }) };
        const told = { kind: 'member_joined', actor: caller.email, person: caller.email, facts } as const;
        await recordEvent(transaction, told);
        return { buyerId };
      });
    },
  };
}

/** Writes a budget of so many dollars into the log; null where it was removed. */
async function tellBudget(
  transaction: Queryable,
  { company, caller }: { company: Company; caller: Own },
  budget: string,
  limit: number | null,
): Promise<void> {
  const facts = { company: company.name, budget, limitCents: limit && toCents(limit) };
  await recordEvent(transaction, { kind: 'budget_changed', actor: caller.email, facts });
}

/** Locks a person and refuses one more company than they may have. Throws 401. */
async function requireRoom(transaction: Queryable, userId: string) {
  const person = await holdUser(transaction, userId);
  if (!person) throw unauthorized();
  if ((await countCompanies(transaction, userId)) >= MOST_COMPANIES)
    throw new Problem('too_many_companies', { most: MOST_COMPANIES });
  return person;
}

/** One of a company's members. Throws 404. */
function requireMember(members: readonly Member[], userId: string): Member {
  const member = members.find((one) => one.userId === userId);
  if (!member) throw notFound('person');
  return member;
}

/** Refuses what would leave a locked company without an admin. */
function requireOtherAdmin({ name: company }: Company, members: readonly Member[], member: Member): void {
  const isAdmin = ({ roles }: Member) => roles.includes('admin');
  const isOther = ({ userId }: Member) => userId !== member.userId;
  if (isAdmin(member) && !members.some((one) => isOther(one) && isAdmin(one)))
    throw new Problem('last_company_admin', { company });
}
