-- Commits by itself
do $$
begin
  alter table addresses validate constraint addresses_use;
  commit;
  alter table purchases validate constraint purchases_bill_to;
  commit;
end $$;
