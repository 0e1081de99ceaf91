-- Commits by itself
-- What staff's lists and figures are read by. Each index is built in a transaction of its own.
do $migration$ begin

-- By a part, in the order of purchases. It replaces the index by the part alone.
create index if not exists orders_of_product on orders (product_id, purchase_id);
commit;
drop index if exists orders_product_id;
commit;
create index if not exists purchases_by_total on purchases (total_cents, id) where state <> 'deleted';
commit;
create index if not exists purchases_by_payment on purchases (paid_at, id) where paid_at is not null;
commit;
-- Whether a buyer has paid before.
create index if not exists purchases_first_paid on purchases (buyer_email, paid_at) where paid_at is not null;
commit;
create index if not exists purchases_po on purchases (lower(po_number), id) where po_number is not null and state <> 'deleted';
commit;
create index if not exists purchases_gone_back on purchases (id) where state = 'refunded';
commit;
create index if not exists shipments_tracking on shipments (lower(tracking)) where tracking is not null;
commit;
create index if not exists mails_stuck on mails (id) where problem is not null and sent_at is null
  and (attempts <> 1 or next_at is not null);
commit;
create index if not exists imports_with_problems on imports (id)
  where state = 'failed' or (state = 'ready' and error_rows > 0);
commit;

-- The figures of days that are over, which do not change any more (decision 31). Days are those of a time zone: the shop's
-- counts.
create table if not exists shop_days (
  zone text not null,
  day date not null,
  -- Purchases that were placed; that were paid, with cents, pieces, and buyers who paid for the first time; whose hold ended.
  placed integer not null,
  paid integer not null,
  revenue_cents bigint not null,
  pieces bigint not null,
  new_buyers integer not null,
  expired integer not null,
  -- Parts whose last pieces in stock were ordered.
  sold_out integer not null,
  primary key (zone, day)
);
-- Of what was paid on a day, by part.
create table if not exists shop_day_parts (
  zone text not null,
  day date not null,
  product_id uuid not null,
  pieces bigint not null,
  cents bigint not null,
  primary key (zone, day, product_id),
  foreign key (zone, day) references shop_days (zone, day) on delete cascade
);

end $migration$;
