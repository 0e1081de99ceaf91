-- What members and budgets of companies may spend in a period. A period begins on a day of the shop's zone.
alter table buyers add column rules jsonb, add constraint buyers_rules check (octet_length(rules::text) <= 20000);

create table budgets (
  id uuid primary key,
  buyer_id uuid not null references buyers (id) on delete cascade,
  name text not null constraint budgets_name check (octet_length(name) between 1 and 400),
  -- Whose purchases count; null: all of them.
  cost_centre text constraint budgets_cost_centre check (octet_length(cost_centre) between 1 and 192),
  period text not null constraint budgets_period check (period in ('month', 'quarter', 'year')),
  limit_cents bigint not null constraint budgets_limit check (limit_cents >= 0),
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index budgets_of_buyer on budgets (buyer_id, id) where removed_at is null;

-- What is used of a member's month or of a budget's period. `bound_cents` is the limit, or what was used when the limit became
-- less: the judge refuses before, and this is the last guard.
create table spending (
  buyer_id uuid not null references buyers (id) on delete cascade,
  -- The member or the budget.
  scope_id uuid not null,
  period_start date not null,
  used_cents bigint not null default 0 constraint spending_used check (used_cents >= 0),
  bound_cents bigint,
  primary key (buyer_id, scope_id, period_start),
  constraint spending_bound check (used_cents <= bound_cents)
) with (fillfactor = 70);

-- Where a purchase counts, and how much of it does now: what it does not use any more is given back, once, to the period it came from.
create table purchase_spending (
  purchase_id uuid not null references purchases (id) on delete cascade,
  buyer_id uuid not null,
  scope_id uuid not null,
  period_start date not null,
  cents bigint not null constraint purchase_spending_cents check (cents >= 0),
  primary key (purchase_id, scope_id),
  foreign key (buyer_id, scope_id, period_start) references spending (buyer_id, scope_id, period_start) on delete cascade
);

-- Which approvals a purchase waits or waited for: [{ reason, by, count }].
alter table purchases add column approvals jsonb,
  add constraint purchases_approvals check (octet_length(approvals::text) <= 8000) not valid;
