import { sql } from 'kysely';
import type { Limit, SkippedRule } from '#contract/companies/limits.ts';
import { type CompanyRules, NO_RULES } from '#contract/companies/rules.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { Queryable } from '../ground/database/client.ts';
import { prepare } from '../ground/database/prepare.ts';
import { buyerZone, firstDayOf } from '../ground/days.ts';
import { recordEvents, SHOP } from '../log/queries.ts';
import { companyProblem, type OverLimit } from './buyers.ts';
import { tellNearlyUsed } from './nearly-used.ts';

/** A limit with the row that counts what is used of it; none counts purchases, each of which is judged alone. */
export interface CountedLimit extends Omit<Limit, 'limitCents'> {
  /** Null: nothing is limited, and it is counted nevertheless. */
  limitCents: number | null;
  scopeId?: string;
  periodStart?: string;
}

/** What a company lets a member order, as it is while the company's row is locked. */
export interface CompanyTerms {
  /** Null for who is no member any more: then the limits are those of nobody, and the rules and budgets the company's. */
  roles: string[] | null;
  /** Of the member who places or changes it: roles (null for none), whether they order above limits and without approval, and what they may order at once. */
  actor: { roles: string[] | null; skipsRules: boolean; perPurchase: number | null };
  limits: CountedLimit[];
  rules: CompanyRules;
  /** Whether another purchase has the PO number that is asked for. */
  isPoUsed: boolean;
  /** Whether the company's book has the address, and not for invoices only. */
  isKnownAddress: boolean;
}

/** For whom, and for what, terms are asked. */
export interface TermsAsked {
  nth: number;
  buyerId: string;
  /** Null once the account is gone. */
  userId: string | null;
  poNumber: string | undefined;
  costCentre: string | undefined;
  shipTo: object | undefined;
  /** Who places or changes it; nobody where staff change it. */
  actedBy: string | undefined;
  /** A purchase that is judged anew: it is not another one with its PO number. */
  purchaseId?: string;
}

type Row = Omit<CompanyTerms, 'rules' | 'limits'> & {
  nth: number;
  rules: CompanyRules | null;
  perPurchase: number | null;
  perMonth: CountedLimit;
  budgets: CountedLimit[] | null;
};

/**
 * Reads what companies let members order, by `nth`. The companies are locked: what raises `used` of theirs, or changes their limits and
 * rules, waits.
 */
export async function readCompanyTerms(
  transaction: Queryable,
  asked: TermsAsked[],
): Promise<Map<number, CompanyTerms>> {
  if (asked.length === 0) return new Map();
  const rows = await read(transaction, { asked: JSON.stringify(asked) });
  return new Map(
    rows.map(({ nth, perPurchase, perMonth, budgets, rules, ...terms }) => [
      nth,
      {
        ...terms,
        rules: { ...NO_RULES, ...rules },
        limits: [
          ...(perPurchase === null
            ? []
            : [{ kind: 'per_purchase' as const, limitCents: perPurchase, usedCents: 0 }]),
          perMonth,
          ...(budgets ?? []),
        ],
      },
    ]),
  );
}

/** Returns what a company lets a member order now, in dollars; undefined for who acts for no company, or for one of others. */
export async function readMemberLimits(
  db: Queryable,
  { userId, buyerId }: { userId: string; buyerId: string },
) {
  if (buyerId === userId) return undefined;
  const nothing = { poNumber: undefined, costCentre: undefined, shipTo: undefined };
  const terms = (await readCompanyTerms(db, [{ nth: 0, userId, buyerId, actedBy: userId, ...nothing }])).get(
    0,
  );
  if (!terms?.roles) return undefined;
  const month = terms.limits.find(({ kind }) => kind === 'per_month')!;
  const dollars = (cents: number | null) => (cents === null ? null : toDollars(cents));
  return {
    perPurchase: dollars(terms.actor.perPurchase),
    perMonth: dollars(month.limitCents),
    usedThisMonth: toDollars(month.usedCents),
    skipsRules: terms.actor.skipsRules,
  };
}

const read = prepare<{ asked: string }, Row>(
  (value) => sql`
    with asked as materialized (
      select * from json_to_recordset(${value('asked')}::json) as ask ("nth" int, "buyerId" uuid, "userId" uuid, "poNumber" text,
        "costCentre" text, "shipTo" jsonb, "actedBy" uuid, "purchaseId" uuid)
    )
    select nth, members.roles, rules, members.per_purchase_cents as "perPurchase",
      json_build_object('roles', acting.roles, 'skipsRules', coalesce(acting.skips_rules, false),
        'perPurchase', acting.per_purchase_cents) as actor,
      json_build_object('kind', 'per_month', 'scopeId', "userId", 'periodStart', months.start, 'limitCents', members.per_month_cents,
        'usedCents', coalesce((
          select used_cents from spending
          where buyer_id = buyers.id and scope_id = "userId" and period_start = months.start), 0)) as "perMonth",
      (
        select json_agg(json_build_object('kind', 'budget', 'name', budgets.name, 'scopeId', budgets.id,
          'periodStart', ${firstDayOf(sql`period`, buyerZone)}, 'limitCents', limit_cents, 'usedCents', coalesce((
            select used_cents from spending where buyer_id = budgets.buyer_id and scope_id = budgets.id
              and period_start = ${firstDayOf(sql`period`, buyerZone)}), 0)) order by budgets.id)
        from budgets where buyer_id = buyers.id and removed_at is null
          and (cost_centre is null or lower(cost_centre) = lower("costCentre"))
      ) as budgets,
      "poNumber" is not null and exists (
        select from purchases where purchases.buyer_id = buyers.id and lower(po_number) = lower("poNumber")
          and po_number is not null and state <> 'deleted' and purchases.id is distinct from "purchaseId") as "isPoUsed",
      exists (select from addresses where addresses.buyer_id = buyers.id and use <> 'bill' and ship_to = "shipTo")
        as "isKnownAddress"
    from asked join buyers on buyers.id = "buyerId"
      left join members on members.buyer_id = "buyerId" and members.user_id = "userId"
      left join members acting on acting.buyer_id = "buyerId" and acting.user_id = "actedBy"
      cross join lateral (select ${firstDayOf(sql`'month'`, buyerZone)} as start) as months`,
);

/**
 * Returns the first limit in which a purchase cannot come to so many cents: it is held again, or its lines change. In a period that is
 * over, the limit of that period counts. A purchase that needed an approval for it may exceed a budget, and may come to more then; that of
 * a member who may skip rules may exceed all.
 * The company is locked. A purchase of a person counts in none.
 */
export async function refuseSpending(
  transaction: Queryable,
  purchaseId: string,
  cents: number,
): Promise<OverLimit | undefined> {
  const { rows } = await sql<
    Record<'mayExceed' | 'skipsRules', boolean> & { name: string | null; leftCents: number }
  >`
    select budgets.name, part.cents - used_cents + case
        when period_start = ${firstDayOf(sql`budgets.period`, buyerZone)} then limit_cents
        when period_start = ${firstDayOf(sql`'month'`, buyerZone)} and members.user_id is not null then members.per_month_cents
        else bound_cents
      end as "leftCents",
      budgets.id is not null and coalesce(approvals @> '[{"reason": "over_budget"}]', false) as "mayExceed",
      coalesce(placer.skips_rules, false) as "skipsRules"
    from purchase_spending part join spending using (buyer_id, scope_id, period_start) join purchases on purchases.id = purchase_id
      join buyers on buyers.id = part.buyer_id
      left join budgets on budgets.id = scope_id
      left join members on members.buyer_id = part.buyer_id and members.user_id = scope_id
      left join members placer on placer.buyer_id = part.buyer_id and placer.user_id = purchases.user_id
    where purchase_id = ${purchaseId} and bound_cents is not null
    order by budgets.id is not null, budgets.id`.execute(transaction);
  const exceeded = rows.filter(({ leftCents }) => cents > leftCents);
  const unapproved = exceeded.filter(({ mayExceed }) => !mayExceed);
  const refusing = unapproved.find(({ skipsRules }) => !skipsRules);
  if (refusing) {
    const { name, leftCents } = refusing;
    const left = { name: name ?? undefined, leftCents: Math.max(0, leftCents) };
    return { verdict: 'over_limit', limit: name === null ? 'per_month' : 'budget', ...left, cents };
  }
  if (exceeded.length > 0)
    await sql`
      update spending set bound_cents = greatest(bound_cents, used_cents + ${cents}::bigint - part.cents)
      from purchase_spending part
      where purchase_id = ${purchaseId} and bound_cents is not null and (spending.buyer_id, spending.scope_id, spending.period_start)
        = (part.buyer_id, part.scope_id, part.period_start)`.execute(transaction);
  const skipped = unapproved.map(({ name }) => (name === null ? 'per_month' : 'budget'));
  await tellSkipped(transaction, [{ purchaseId, actor: SHOP, skipped: [...new Set(skipped)] }]);
  return undefined;
}

/** Throws 409 where a purchase cannot come to so many cents: see `refuseSpending`. */
export async function requireSpendable(
  transaction: Queryable,
  purchaseId: string,
  cents: number,
): Promise<void> {
  const refused = await refuseSpending(transaction, purchaseId, cents);
  if (refused) throw companyProblem(refused);
}

/** Tells the log, and so the history of each purchase, which rules it was let skip. */
export async function tellSkipped(
  transaction: Queryable,
  purchases: { purchaseId: string; actor: string; skipped: SkippedRule[] }[],
): Promise<void> {
  const told = purchases.filter(({ skipped }) => skipped.length > 0);
  await recordEvents(
    transaction,
    told.map(({ skipped, ...event }) => ({ kind: 'rules_skipped', ...event, facts: { skipped } })),
  );
}

/** A row of `spending` that an order counts in. */
export interface Counted {
  scopeId: string;
  periodStart: string;
  /** What the row may come to, from now on: the limit, or more where the order is approved above it. Null without a limit. */
  boundCents: number | null;
  /** The limit, and what is used of it then, where that is nearly all. */
  nearly?: { limitCents: number; usedCents: number };
}

/** Where a purchase counts. */
export interface Spending extends Counted {
  purchaseId: string;
  buyerId: string;
  cents: number;
}

/** Writes where new purchases count, and tells who has nearly used a limit. A trigger gives back what they do not use. */
export async function writeSpending(transaction: Queryable, rows: Spending[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    with rows as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as part ("purchaseId" uuid, "buyerId" uuid, "scopeId" uuid,
        "periodStart" date, cents bigint, "boundCents" bigint)
    ), counted as (
      insert into spending (buyer_id, scope_id, period_start, used_cents, bound_cents)
      select "buyerId", "scopeId", "periodStart", sum(cents), max("boundCents") from rows group by 1, 2, 3 order by 2
      on conflict (buyer_id, scope_id, period_start) do update
        set used_cents = spending.used_cents + excluded.used_cents, bound_cents = excluded.bound_cents
      returning 1
    )
    insert into purchase_spending (purchase_id, buyer_id, scope_id, period_start, cents)
    select "purchaseId", "buyerId", "scopeId", "periodStart", cents from rows where (select count(*) from counted) > 0`.execute(
    transaction,
  );
  await tellNearlyUsed(
    transaction,
    rows.flatMap(({ nearly, cents, buyerId, scopeId, periodStart }) =>
      nearly && cents > 0 ? [{ ...nearly, buyerId, scopeId, periodStart }] : [],
    ),
  );
}
