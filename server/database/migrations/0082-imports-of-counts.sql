-- Imports: a count is of the shelf, cells that were left out are told while their row comes in, and questions about columns are kept.

alter table import_rows
  -- {kind: counted, pieces, shelf}, {kind: added, pieces} or {kind: absent}; null where the row says nothing of stock.
  add column if not exists stock jsonb,
  -- Cells that were left out of a row that comes in, in the form of `errors`.
  add column if not exists told jsonb;

alter table imports
  -- What was said besides the file, which the next file of the same headers is read by.
  add column if not exists options jsonb,
  -- Questions about columns, and what is told of columns as a whole.
  add column if not exists asks jsonb,
  add column if not exists told_rows int not null default 0,
  -- The row of the file with the headers; 0 for a file without.
  add column if not exists header_row int;
