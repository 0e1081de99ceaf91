-- Of a change that undoes another: which one, and who has done it.
alter table price_list_changes add column undo_of uuid, add column undo_by text;
