-- What an address of a book is for: goods (ship), invoices (bill), or both. Orders go to the default, so it is not for invoices only.
alter table addresses add column use text not null default 'ship';
alter table addresses add constraint addresses_use
  check (use in ('ship', 'bill', 'both') and not (is_default and use = 'bill')) not valid;
