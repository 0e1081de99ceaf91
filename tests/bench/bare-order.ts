/** The minimal purchase of one line as one statement: $1 its id, $2 the buyer, $3 the product, $4 pieces. */
export const BARE_ORDER = `
  with taken as (
    update products set available = available - $4::int
    where id = $3::uuid and available >= $4::int
    returning name, price_micros, available
  ), purchase as (
    insert into purchases (id, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, held_until)
    select $1::uuid, $2::uuid, 'Bench Buyer', 'bench@example.com', '1 Dock Road', '+1 555 0100', 'held',
      price_micros * $4::int / 10000, now() + interval '1 day'
    from taken
    returning id
  )
  insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents, available)
  select id, id, 1, $3::uuid, name, price_micros, $4::int, price_micros * $4::int / 10000, available + $4::int
  from taken, purchase`;
