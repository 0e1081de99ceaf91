-- Commits by itself
-- The currency of each stored amount, and what a purchase has beside its lines. Amounts of payments and disputes have the payment
-- provider's code of it, in lower case. A step that has run before an interruption changes nothing when it runs again.
do $$
declare
  name text;
begin
  foreach name in array array['products', 'purchases', 'orders', 'refunds', 'refund_lines', 'invoices', 'credit_notes',
    'shop_days', 'shop_day_parts']
  loop
    execute format('alter table %I add column if not exists currency text not null default ''USD''', name);
    if not exists (select from pg_constraint where conrelid = name::regclass and conname = name || '_currency') then
      execute format('alter table %I add constraint %I check (currency ~ ''^[A-Z]{3}$'') not valid', name, name || '_currency');
    end if;
    commit;
    execute format('alter table %I validate constraint %I', name, name || '_currency');
    commit;
  end loop;

  create table if not exists charges (
    purchase_id uuid not null references purchases (id),
    no integer not null check (no between 1 and 100),
    kind text not null check (kind in ('freight', 'fee', 'discount')),
    -- What the buyer reads of it.
    reason text not null check (octet_length(reason) between 1 and 400),
    net_cents bigint not null,
    -- Of VAT, as EN 16931 codes them. O is outside the scope of tax.
    category text not null check (category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')),
    -- Hundredths of a percent.
    rate_bp integer not null check (rate_bp between 0 and 10000),
    currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
    primary key (purchase_id, no),
    constraint charges_sign check (case when kind = 'discount' then net_cents < 0 else net_cents > 0 end),
    constraint charges_rate check (category in ('S', 'L', 'M') or rate_bp = 0)
  );
end $$;
