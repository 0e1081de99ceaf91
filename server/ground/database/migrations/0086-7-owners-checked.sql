-- Commits by itself
do $$
begin
  alter table purchases validate constraint purchases_buyer;
  commit;
  alter table payments validate constraint payments_buyer;
  commit;
  alter table addresses validate constraint addresses_buyer;
  commit;
  alter table lists validate constraint lists_buyer;
  commit;
end $$;
