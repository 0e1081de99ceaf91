-- Members whom an admin of their company lets order above limits and without approval.
alter table members add column skips_rules boolean not null default false;
