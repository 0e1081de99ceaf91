-- What parts the cells of a file, for the file of its bad rows; none of workbooks and rows that were sent as JSON.
alter table imports add column delimiter text check (delimiter in (',', ';', E'\t', '|'));

-- Counts the changes of a category: who changes it says which one the change is based on. It is no `revision`: the version before
-- joins categories to products, and says that name alone.
alter table categories add column version integer not null default 1;
