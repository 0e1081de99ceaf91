-- 200 cost centers of 64 characters, and the rules for approvals, have room.
alter table buyers drop constraint buyers_rules;
alter table buyers add constraint buyers_rules check (octet_length(rules::text) <= 60000) not valid;
