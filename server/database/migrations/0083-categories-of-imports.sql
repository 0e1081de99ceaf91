-- Categories that an import makes when it is applied: [{slug, name, parent?, isMade?}], those above first.
alter table imports add column if not exists new_categories jsonb;
