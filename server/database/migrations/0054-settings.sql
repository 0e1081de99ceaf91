-- What the owner of the shop sets: a row for each change of a section, of which the newest holds. A section without a row, or whose
-- value is null, is as content/ and the environment say.

create table shop_settings (
  section text not null,
  -- The key refuses the second of two changes that are based on the same revision.
  revision integer not null,
  value jsonb,
  saved_at timestamptz not null default now(),
  -- Email of who saved it.
  saved_by text not null,
  primary key (section, revision),
  constraint shop_settings_revision check (revision > 0),
  constraint shop_settings_size check (jsonb_typeof(value) = 'object' and octet_length(value::text) <= 65536)
);

-- The shop's time zone: by the settings, or else by content/, which a connection says in `shop.time_zone`.
create function shop_zone() returns text language sql stable as $$
  select coalesce(
    (select value ->> 'timeZone' from shop_settings where section = 'orders' order by revision desc limit 1),
    nullif(current_setting('shop.time_zone', true), ''),
    'UTC'
  );
$$;

-- Who sells: by the settings, or else by content/ (0048), and the time zone in which the document's days are written.
create or replace function seller_of_process() returns integer language plpgsql as $$
declare
  told jsonb := coalesce(
    (select value - 'claim' from shop_settings where section = 'shop' order by revision desc limit 1),
    nullif(current_setting('shop.seller', true), '')::jsonb
  );
  known integer;
begin
  if told is null then
    return (select max(id) from sellers);
  end if;
  told := told || jsonb_build_object('timeZone', shop_zone());
  select min(id) into known from sellers where facts = told;
  if known is null then
    insert into sellers (facts) values (told) returning id into known;
  end if;
  return known;
end $$;
