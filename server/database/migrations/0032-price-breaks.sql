-- Quantities of a product are multiples of `multiple`, and its price falls as they rise: from break_from[n] pieces on, each
-- costs break_micros[n]. The breaks stand in the product's row, not in a table of their own, so that the statement that places
-- a purchase reads them from the row that it has locked (docs/decisions/0022-a-product-is-one-row.md).

create function are_price_breaks(price_micros bigint, break_from int[], break_micros bigint[]) returns boolean
  language sql immutable parallel safe
  return cardinality(break_from) = cardinality(break_micros) and cardinality(break_from) <= 20
    and array_position(break_from, null) is null and array_position(break_micros, null) is null
    and not exists (
      select from generate_subscripts(break_from, 1) as n
      where break_from[n] <= coalesce(break_from[n - 1], 1) or break_micros[n] <= 0
        or break_micros[n] >= coalesce(break_micros[n - 1], price_micros)
    );

alter table products
  add column multiple int not null default 1 check (multiple between 1 and 1000000),
  add column break_from int[] not null default '{}',
  add column break_micros bigint[] not null default '{}',
  -- Most products have none, and each order changes a product's row.
  add constraint price_breaks_fall check (
    break_from = '{}' and break_micros = '{}' or are_price_breaks(price_micros, break_from, break_micros)
  );
