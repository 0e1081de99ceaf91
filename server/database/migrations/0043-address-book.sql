-- The addresses that each buyer ships to.

create table addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  ship_to jsonb not null,
  is_default boolean not null default false,
  bytes int generated always as (octet_length(ship_to::text)) stored,
  created_at timestamptz not null default now()
);
create index addresses_of_user on addresses (user_id, id);
create unique index addresses_one_default on addresses (user_id) where is_default;

-- What the address book of a buyer comes to.
alter table users
  add column addresses int not null default 0,
  add column address_bytes int not null default 0,
  add constraint users_addresses_bound check (addresses between 0 and 100),
  add constraint users_address_bytes_bound check (address_bytes between 0 and 131072);

create function count_addresses() returns trigger language plpgsql as $$
begin
  update users set
    addresses = addresses + case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end,
    address_bytes = address_bytes
      + case when tg_op = 'DELETE' then 0 else new.bytes end - case when tg_op = 'INSERT' then 0 else old.bytes end
  where id = case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;
create trigger addresses_counted after insert or delete or update of ship_to on addresses
  for each row execute function count_addresses();
