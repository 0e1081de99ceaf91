-- Whose rows these are, beside the person who made them. Not valid: 0086-7 looks at the rows of before.
alter table purchases add column buyer_id uuid,
  add constraint purchases_buyer foreign key (buyer_id) references buyers (id) on delete set null not valid;
alter table payments add column buyer_id uuid,
  add constraint payments_buyer foreign key (buyer_id) references buyers (id) on delete set null not valid;
alter table addresses add column buyer_id uuid,
  add constraint addresses_buyer foreign key (buyer_id) references buyers (id) on delete cascade not valid;
alter table lists add column buyer_id uuid,
  add constraint lists_buyer foreign key (buyer_id) references buyers (id) on delete cascade not valid;

-- The version before names the person alone.
create function be_of_person() returns trigger language plpgsql as $$
begin
  new.buyer_id := new.user_id;
  return new;
end $$;
create trigger purchases_of_person before insert on purchases for each row
  when (new.buyer_id is null) execute function be_of_person();
create trigger payments_of_person before insert on payments for each row
  when (new.buyer_id is null) execute function be_of_person();
create trigger addresses_of_person before insert on addresses for each row
  when (new.buyer_id is null) execute function be_of_person();
create trigger lists_of_person before insert on lists for each row
  when (new.buyer_id is null) execute function be_of_person();
