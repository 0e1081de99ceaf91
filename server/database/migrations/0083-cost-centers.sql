-- Commits by itself
-- Staff find purchases by the cost center that their buyer has named.
create index concurrently purchases_cost_centre on purchases (lower(cost_centre), id)
  where cost_centre is not null and state <> 'deleted';
