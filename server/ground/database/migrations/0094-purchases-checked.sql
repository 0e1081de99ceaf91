alter table purchases validate constraint purchases_approvals;
