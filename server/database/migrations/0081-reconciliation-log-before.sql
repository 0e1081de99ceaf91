-- Lacks two kinds, so that PostgreSQL reads the whole log instead: `events_reconciled` takes its place.
drop index if exists events_of_reconciliation;
