-- Commits by itself
-- Staff's list of disputes.
create index concurrently disputes_opened_at on disputes (opened_at, id);
