import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { makeBuyers } from '../../../tests/fixtures/accounts.ts';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { newId } from './uuid.ts';

// What PostgreSQL refuses by itself, whatever a statement of ours, or of an operator, asks for.
const database = await createTestDatabase();
const productId = newId();
await database.pool.query(
  `insert into products (id, name, image, short_details, min_order, available, price_micros)
   values ($1, 'Part', '/images/x.webp', 'A part', 100, 1000, 2500000)`,
  [productId],
);
after(() => database.drop());

async function insertPurchase(): Promise<string> {
  const id = newId();
  await database.pool.query(
    `with purchase as (
       insert into purchases (id, buyer_name, buyer_email, shipping_address, phone, state, total_cents)
       values ($1, 'Grace', 'grace@example.com', '', '', 'released', 25000)
     )
     insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents,
       available)
     values ($1, $1, 1, $2, 'Part', 2500000, 100, 25000, 1000)`,
    [id, productId],
  );
  return id;
}

const pay = (id: string, transactionId: string) =>
  database.pool.query(
    "update purchases set state = 'paid', paid_at = now(), transaction_id = $2 where id = $1",
    [id, transactionId],
  );

const insertPayment = (purchaseId: string, state: string) =>
  database.pool.query(
    `insert into payments (id, intent_id, purchase_id, amount_cents, currency, state)
     values ($1::uuid, $1::text, $2, 25000, 'usd', $3)`,
    [newId(), purchaseId, state],
  );

describe('the database refuses', () => {
  test('stock below zero', async () => {
    const take = (pieces: number) =>
      database.pool.query('update products set available = available - $1', [pieces]);
    await assert.rejects(take(1001), /violates check constraint/);
    await take(1000);
    await assert.rejects(take(1), /violates check constraint/);
  });

  test('a charge of the wrong sign, a rate without tax, and a currency that is none', async () => {
    const purchase = await insertPurchase();
    const charge = (kind: string, cents: number, category = 'O', bp = 0, currency = 'USD') =>
      database.pool.query("insert into charges values ($1, 1, $2, 'Why', $3, $4, $5, $6)", [
        ...[purchase, kind, cents, category, bp, currency],
      ]);
    await assert.rejects(charge('discount', 5), /charges_sign/);
    await assert.rejects(charge('freight', -5), /charges_sign/);
    await assert.rejects(charge('freight', 5, 'O', 1900), /charges_rate/);
    await assert.rejects(charge('fee', 5, 'S', 1900, 'usd'), /charges_currency_check/);
    await charge('fee', 5, 'S', 1900);
    for (const table of ['products', 'purchases', 'orders'])
      await assert.rejects(
        database.pool.query(`update ${table} set currency = 'US'`),
        new RegExp(`${table}_currency`),
      );
  });

  test('more stock than there is room for', async () => {
    const has = (pieces: number) => database.pool.query('update products set available = $1', [pieces]);
    await has(2_000_000_000);
    await assert.rejects(has(2_000_000_001), /products_available_bound/);
    await has(0);
  });

  test('an EAN that is no number, a reorder point below zero, and a bin without a name or too long', async () => {
    const set = (values: string) => database.pool.query(`update products set ${values}`);
    for (const wrong of [
      "ean = '40063813A3931'",
      "ean = '1'",
      'reorder_point = -1',
      "bin = ''",
      "bin = repeat('x', 121)",
    ])
      await assert.rejects(set(wrong), /products_stocked/, wrong);
    await set("ean = '4006381333931', reorder_point = 0, bin = 'A-01'");
  });

  test('more promised than expected, also when less is expected; a line that waits for more than it has, or for nothing', async () => {
    const { pool } = database;
    const receiptId = newId();
    await pool.query('insert into receipts (id, product_id, due_on, quantity) values ($1, $2, $3, 400)', [
      ...[receiptId, productId, '2099-03-03'],
    ]);
    const set = (values: string) => pool.query(`update receipts set ${values} where id = $1`, [receiptId]);
    await set('promised = 400');
    await assert.rejects(set('promised = 401'), /receipts_promised/);
    await assert.rejects(set('quantity = 399'), /receipts_promised/);
    await assert.rejects(set('promised = -1'), /receipts_promised/);
    await assert.rejects(set('closed_at = now()'), /receipts_closed/);
    await assert.rejects(
      pool.query('insert into receipts (id, product_id, due_on, quantity) values ($1, $2, $3, 1)', [
        ...[newId(), productId, '2099-03-03'],
      ]),
      /receipts_expected/,
    );
    const id = await insertPurchase();
    const wait = (awaited: number, receipt: string | null) =>
      pool.query('update orders set awaited = $2, receipt_id = $3 where id = $1', [id, awaited, receipt]);
    await wait(100, receiptId);
    await assert.rejects(wait(101, receiptId), /orders_awaited/);
    await assert.rejects(wait(-1, receiptId), /orders_awaited/);
    await assert.rejects(wait(1, null), /orders_awaited/);
    const unpromise = (pieces: number) =>
      pool.query(
        'update orders set unpromised = $2, cancelled_quantity = greatest($2, 0), awaited = 60 where id = $1',
        [id, pieces],
      );
    await unpromise(40);
    await assert.rejects(unpromise(41), /orders_shipped/);
    await assert.rejects(unpromise(-1), /orders_unpromised/);
    await assert.rejects(
      pool.query('update orders set awaited = 0, receipt_id = null where id = $1', [id]),
      /orders_unpromised/,
    );
  });

  test('more shipped, cancelled, returned, restocked or refunded than there is, and a shipment of what is not paid', async () => {
    const { pool } = database;
    const id = await insertPurchase();
    const set = (values: string) => pool.query(`update orders set ${values} where id = $1`, [id]);
    await assert.rejects(set('shipped_quantity = 1'), /purchases_pieces/);
    await pay(id, 'pi_ship');
    const count = async () =>
      (
        await pool.query(
          'select array[unshipped_pieces, to_ship_pieces, shipped_pieces]::int[] as counted from purchases where id = $1',
          [id],
        )
      ).rows[0].counted;
    assert.deepEqual(await count(), [100, 100, 0]);
    await set('shipped_quantity = 60, cancelled_quantity = 40');
    assert.deepEqual(await count(), [0, 0, 60]);
    await assert.rejects(set('shipped_quantity = 61'), /orders_shipped/);
    await assert.rejects(set('cancelled_quantity = 41'), /orders_shipped/);
    await assert.rejects(set('cancelled_quantity = -1, shipped_quantity = 101'), /orders_/);
    await assert.rejects(set('shipped_quantity = -1'), /orders_/);
    await set('returning_quantity = 10, returned_quantity = 50');
    await assert.rejects(set('returned_quantity = 51'), /orders_returned/);
    await assert.rejects(set('returning_quantity = 11'), /orders_returned/);
    await assert.rejects(set('returning_quantity = -1'), /orders_returned/);
    await set('declined_quantity = 50');
    await assert.rejects(set('declined_quantity = 51'), /orders_declined/);
    await assert.rejects(set('declined_quantity = -1'), /orders_declined/);
    await set('cancelled_quantity = 30, refunded_quantity = 90');
    await assert.rejects(set('refunded_quantity = 91'), /orders_refunded_unsent/);
    await set('cancelled_quantity = 40, refunded_quantity = 0');
    await set('restocked_quantity = 90');
    await assert.rejects(set('restocked_quantity = 91'), /orders_restocked/);
    await assert.rejects(set('restocked_quantity = -1'), /orders_restocked/);
    const countAs = (values: string) => pool.query(`update purchases set ${values} where id = $1`, [id]);
    await assert.rejects(countAs('to_ship_pieces = 1'), /purchases_pieces/);
    await countAs("state = 'refunded', refunded_at = now()");
    await assert.rejects(countAs('unshipped_pieces = 1'), /purchases_pieces/);
  });

  test('a fourth picture of a return, and one that is too large', async () => {
    const { pool } = database;
    const id = newId();
    await pool.query("insert into returns (id, purchase_id, state, actor) values ($1, $2, 'asked', '')", [
      id,
      await insertPurchase(),
    ]);
    const add = (nth: number, bytes: number) =>
      pool.query('insert into return_pictures (return_id, nth, webp) values ($1, $2, $3)', [
        ...[id, nth, Buffer.alloc(bytes)],
      ]);
    await add(3, 1024 * 1024);
    for (const nth of [0, 4]) await assert.rejects(add(nth, 1), /return_pictures_nth/);
    await assert.rejects(add(1, 1024 * 1024 + 1), /return_pictures_bytes/);
  });

  test('what is received of a return beyond what is to come, and a return that ends without its day', async () => {
    const { pool } = database;
    const [id, purchaseId] = [newId(), await insertPurchase()];
    await pool.query("insert into returns (id, purchase_id, state, actor) values ($1, $2, 'asked', '')", [
      id,
      purchaseId,
    ]);
    const end = (values: string) => pool.query(`update returns set ${values} where id = $1`, [id]);
    await assert.rejects(end("state = 'received'"), /returns_closed/);
    await assert.rejects(end('closed_at = now()'), /returns_closed/);
    await pool.query(
      "insert into return_lines (return_id, order_id, quantity, reason) values ($1, $2, 10, 'Bent')",
      [id, purchaseId],
    );
    const note = (values: string) =>
      pool.query(`update return_lines set ${values} where return_id = $1`, [id]);
    await note('received = 10, restocked = 10');
    await assert.rejects(note('received = 11'), /return_lines_received/);
    await assert.rejects(note('received = 9'), /return_lines_restocked/);
    await assert.rejects(note('restocked = -1'), /return_lines_restocked/);
    await assert.rejects(note('quantity = 0, received = 0, restocked = 0'), /return_lines_quantity/);
    const ship = (pieces: number) =>
      pool.query(
        `with shipment as (insert into shipments (id, purchase_id, actor) values ($1, $2, '') returning id)
         insert into shipment_lines (shipment_id, order_id, quantity) select id, $2, $3 from shipment`,
        [newId(), purchaseId, pieces],
      );
    await assert.rejects(ship(0), /shipment_lines_quantity/);
  });

  test('more pieces of a refund cancelled than it is of, or more of them on sale than it has cancelled', async () => {
    const { pool } = database;
    const order = await insertPurchase();
    await insertPayment(order, 'canceled');
    const refund = newId();
    await pool.query(
      `insert into refunds (id, payment_id, cents, state, reason, actor)
       select $1, id, 100, 'withdrawn', 'Late', 'admin@example.com' from payments where purchase_id = $2`,
      [refund, order],
    );
    await pool.query(
      `insert into refund_lines (refund_id, order_id, quantity, cents, cancelled, restocked, counted)
       values ($1, $2, 10, 100, 8, 5, 3)`,
      [refund, order],
    );
    const set = (values: string) =>
      pool.query(`update refund_lines set ${values} where refund_id = $1`, [refund]);
    await assert.rejects(set('cancelled = 11'), /refund_lines_cancelled/);
    await assert.rejects(set('restocked = -1'), /refund_lines_cancelled/);
    await assert.rejects(set('restocked = 9, counted = 0'), /refund_lines_cancelled/);
    await assert.rejects(set('counted = 4'), /refund_lines_counted/);
    await assert.rejects(set('counted = -1'), /refund_lines_counted/);
  });

  test('fewer than no unpaid orders of a buyer, and less than nothing held', async () => {
    const [buyer] = await makeBuyers(database.pool, 1);
    for (const counter of ['unpaid_orders', 'held_cents']) {
      const change = (by: number) =>
        database.pool.query(`update buyers set ${counter} = ${counter} + $1 where id = $2`, [by, buyer!.id]);
      await change(1);
      await change(-1);
      await assert.rejects(change(-1), /violates check constraint/);
    }
  });

  test('a second open payment of a purchase', async () => {
    const id = await insertPurchase();
    await insertPayment(id, 'canceled');
    await insertPayment(id, 'open');
    await assert.rejects(insertPayment(id, 'open'), /violates unique constraint/);
  });

  test('a second payment that pays a purchase', async () => {
    const id = await insertPurchase();
    await insertPayment(id, 'succeeded');
    await assert.rejects(insertPayment(id, 'succeeded'), /violates unique constraint/);
  });

  test('a payment that pays two purchases', async () => {
    await pay(await insertPurchase(), 'pi_1');
    const other = await insertPurchase();
    await assert.rejects(pay(other, 'pi_1'), /violates unique constraint/);
  });

  test('a paid purchase without its payment, or with a hold', async () => {
    const id = await insertPurchase();
    const set = (what: string) =>
      database.pool.query(`update purchases set state = 'paid', ${what} where id = $1`, [id]);
    await assert.rejects(set('paid_at = now()'), /violates check constraint/);
    await assert.rejects(
      set("paid_at = now(), transaction_id = 'pi_2', held_until = now()"),
      /violates check constraint/,
    );
  });

  test('money that does not add up, terms without one who grants them, and other terms once they are accepted', async () => {
    const id = await insertPurchase();
    const set = (what: string) => database.pool.query(`update purchases set ${what} where id = $1`, [id]);
    const accept = "state = 'accepted', held_until = null, accepted_at = now()";
    for (const [wrong, why] of [
      ['paid_cents = -1', /purchases_money/],
      ['paid_cents = 25001', /purchases_money/],
      ['refunded_cents = 1', /purchases_money/],
      ["accepted_by = 'card'", /purchases_accepted/],
      ['approved_at = now()', /purchases_approved/],
      ["state = 'held', held_until = now(), asked_at = now()", /purchases_approved/],
    ] as const)
      await assert.rejects(set(wrong), why, wrong);
    await set("state = 'held', held_until = now()");
    await assert.rejects(set(`${accept}, accepted_by = 'favour'`), /purchases_accepted/);
    await assert.rejects(set(`${accept}, accepted_by = 'card', terms = '{}'`), /purchases_terms/);
    await set(`${accept}, accepted_by = 'account', terms = '{"days":30}'`);
    await assert.rejects(set("terms = '{}'"), /what was accepted does not change/);
    await assert.rejects(
      set("state = 'paid', paid_at = now(), transaction_id = 'pi_part', paid_cents = 24999"),
      /purchases_money/,
    );
    await set("state = 'paid', paid_at = now(), transaction_id = 'pi_all', paid_cents = 25000");
  });

  test('the deletion of a paid purchase', async () => {
    const id = await insertPurchase();
    await pay(id, 'pi_3');
    const remove = () =>
      database.pool.query("update purchases set state = 'deleted', deleted_at = now() where id = $1", [id]);
    await assert.rejects(remove(), /cannot go from paid to deleted/);
  });

  test('two lines of one number in a purchase, and a line of none', async () => {
    const id = await insertPurchase();
    const addLine = (purchaseId: string | null) =>
      database.pool.query(
        `insert into orders (id, purchase_id, line_no, product_id, product_name, unit_price_micros, quantity, total_cents,
           available)
         values ($1, $2, 1, $3, 'Part', 2500000, 100, 25000, 1000)`,
        [newId(), purchaseId, productId],
      );
    await assert.rejects(addLine(id), /violates unique constraint/);
    await assert.rejects(addLine(null), /violates not-null constraint/);
    await assert.rejects(addLine(newId()), /violates foreign key constraint/);
  });

  test('a change of what the log says', async () => {
    await database.pool.query("insert into events (id, kind, actor) values ($1, 'order_paid', 'shop')", [
      newId(),
    ]);
    for (const change of ["update events set actor = 'nobody'", 'delete from events', 'truncate events']) {
      await assert.rejects(database.pool.query(change), /append-only/, change);
    }
  });

  test('facts and mails that are too large, and a refund without a reason', async () => {
    const { pool } = database;
    const addEvent = (bytes: number) =>
      pool.query(
        "insert into events (id, kind, actor, facts) values ($1, 'product_removed', 'shop', to_json(repeat('x', $2)))",
        [newId(), bytes - 2],
      );
    const addMail = (bytes: number) =>
      pool.query(
        "insert into mails (id, recipient, kind, dedupe, facts) values ($1::uuid, 'a@example.com', 'order_paid', $1::uuid::text, to_json(repeat('x', $2)))",
        [newId(), bytes - 2],
      );
    const addRefund = (cause: string | null) =>
      pool.query(
        `insert into payments (id, intent_id, amount_cents, currency, state, refund_cause, refund_next_at)
         values ($1::uuid, $1::uuid::text, 100, 'usd', 'refunding', $2, now())`,
        [newId(), cause],
      );
    await addEvent(16_000);
    await assert.rejects(addEvent(16_001), /events_facts/);
    await addMail(500_000);
    await assert.rejects(addMail(500_001), /mails_facts/);
    await addRefund('sent_back');
    await assert.rejects(addRefund(null), /payments_refunding_why/);
    await assert.rejects(addRefund('x'.repeat(65)), /payments_refund_cause/);
  });
});
