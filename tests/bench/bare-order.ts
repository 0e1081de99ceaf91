/** An order and nothing else, as one statement: $1 its id, $2 the buyer, $3 the product, $4 pieces. */
export const BARE_ORDER = `
  with taken as (
    update products set available = available - $4::int
    where id = $3::uuid and available >= $4::int
    returning name, price_cents, available
  )
  insert into orders (id, user_id, buyer_name, buyer_email, product_id, product_name, unit_price_cents, quantity,
    available, shipping_address, phone, held_until)
  select $1::uuid, $2::uuid, 'Bench Buyer', 'bench@example.com', $3::uuid, name, price_cents, $4::int,
    available + $4::int, '1 Dock Road', '+1 555 0100', now() + interval '1 day'
  from taken`;
