-- Mails with a link that expires are few among all, and are looked for every ten minutes.
create index mails_expiring on mails ((facts ->> 'expiresAt')) where facts ->> 'expiresAt' is not null;
