-- Who has changed what is approved of a purchase, as email addresses: they do not approve it.
alter table purchases add column changed_by text[] not null default '{}';
