-- Commits by itself
-- What a buyer says of a purchase and of its lines, for their own books. Rows of before say nothing of it.
do $migration$ begin

alter table purchases
  add column if not exists po_number text,
  add column if not exists note text,
  add column if not exists cost_centre text,
  add column if not exists delivery_wish text,
  -- What of the address is known by itself: name, company, city, postcode, region, country. `shipping_address` then has the
  -- lines between them. Without it `shipping_address` has all of the address.
  add column if not exists ship_to jsonb;
alter table purchases drop constraint if exists purchases_texts;
alter table purchases add constraint purchases_texts check (
  octet_length(po_number) <= 192 and octet_length(note) <= 3000 and octet_length(cost_centre) <= 192
    and octet_length(delivery_wish) <= 600
    and jsonb_typeof(ship_to) = 'object' and octet_length(ship_to::text) <= 2000
) not valid;
commit;
alter table orders
  -- The buyer's own part number, and where on their boards the pieces go.
  add column if not exists customer_ref text,
  add column if not exists designators text;
alter table orders drop constraint if exists orders_texts;
alter table orders add constraint orders_texts check (
  octet_length(customer_ref) <= 192 and octet_length(designators) <= 3000
) not valid;
commit;
-- Mails name all lines of a purchase.
alter table mails drop constraint if exists mails_facts;
alter table mails add constraint mails_facts check (octet_length(facts::text) <= 500000) not valid;
commit;
alter table purchases validate constraint purchases_texts;
commit;
alter table mails validate constraint mails_facts;
commit;
alter table orders validate constraint orders_texts;

end $migration$;
