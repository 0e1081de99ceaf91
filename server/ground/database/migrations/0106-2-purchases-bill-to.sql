-- The billing address of the book that the buyer has chosen, as it was then; null: the invoice names the buyer.
alter table purchases add column bill_to jsonb;
alter table purchases add constraint purchases_bill_to
  check (jsonb_typeof(bill_to) = 'object' and octet_length(bill_to::text) <= 4000) not valid;
