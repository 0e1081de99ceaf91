-- Rises whenever somebody says which price lists count: two who do so at once do not undo each other's work.
alter table buyers add column lists_version integer not null default 1;
alter table buyer_groups add column lists_version integer not null default 1;
