import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { seller } from '#content/shop.ts';
import type { CreditNote } from '#contract/documents/schema.ts';
import { openCompany } from '../../tests/fixtures/companies.ts';
import { intentIdOf } from '../../tests/fixtures/payments.ts';
import { readPages } from '../../tests/fixtures/pdf.ts';
import { SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { audit } from '../ops/audit/audit.ts';
import { auditInvoices } from './audit.ts';
import { readPurchase } from './facts.ts';
import { issueInvoice } from './issue.ts';

const { shop, till, admin, buyer } = await startShopWithTill();
const { pool } = shop.database;

async function get(path: string, token = buyer.token) {
  const answer = await fetch(shop.origin + path, { headers: { authorization: `Bearer ${token}` } });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body };
}

const codeOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).code;
const textOf = async (path: string) => readPages((await get(path)).body).join('\n');
const purchaseOf = async (orderId: string): Promise<string> =>
  (await shop.call(`GET /orders/${orderId}`, { token: buyer.token })).body.purchaseId;
const notesOf = async (purchase: string): Promise<CreditNote[]> =>
  (await shop.call(`GET /purchases/${purchase}/credit-notes`, { token: buyer.token })).body;
const numbersOf = async (table: 'invoices' | 'credit_notes') =>
  (await pool.query(`select number from ${table} order by number`)).rows.map(({ number }) => number);
const requireSound = async () => assert.deepEqual((await audit(shop.database.db)).faults, []);
const refund = (id: string, lines?: object[]) =>
  shop.call(`POST /orders/${id}/refund`, {
    token: admin.token,
    body: { reason: 'Damaged', ...(lines && { lines }) },
  });
const piecesOf = (orderId: string, quantity: number, refundedPieces = 0) => [
  { orderId, quantity, refundedPieces },
];
const mailsOf = async (kind: string) =>
  (await pool.query('select facts from mails where kind = $1 order by id', [kind])).rows.map(
    ({ facts }) => facts,
  );

async function pay() {
  const paid = await till.payOrder(buyer);
  return { ...paid, purchase: await purchaseOf(paid.id) };
}

describe('the invoice of a purchase', () => {
  test('is there once it is paid, and the confirmation before', async () => {
    const { id, secret, intentId } = await till.begin(buyer);
    const purchase = await purchaseOf(id);
    const early = await get(`/purchases/${purchase}/invoice.pdf`);
    assert.deepEqual([early.status, codeOf(early)], [409, 'not_paid']);
    assert.match(await textOf(`/purchases/${purchase}/confirmation.pdf`), /pro-forma invoice\n/);
    const invoiceNumber = async () =>
      (await shop.call(`GET /purchases/${purchase}`, { token: buyer.token })).body.invoiceNumber;
    assert.equal(await invoiceNumber(), undefined);

    await till.pay(secret);
    await till.settle(buyer, id, intentId);
    const { status, headers, body } = await get(`/purchases/${purchase}/invoice.pdf?paper=letter`);
    assert.equal(status, 200);
    const [{ number }] = (await pool.query('select number from invoices where purchase_id = $1', [purchase]))
      .rows;
    const shown = `INV-${String(number).padStart(6, '0')}`;
    assert.equal(await invoiceNumber(), shown);
    assert.deepEqual(
      ['content-type', 'content-disposition', 'cache-control'].map((name) => headers.get(name)),
      ['application/pdf', `attachment; filename="${shown}.pdf"`, 'private, no-store'],
    );
    assert.ok(body.includes('/MediaBox [0 0 612 792]'));
    const [page] = readPages(body);
    for (const said of [shown, till.product.sku, buyer.email, '$1,999.00'])
      assert.ok(page!.includes(said), said);
    // One of wide letters takes two lines.
    assert.ok(page!.replaceAll('\n', '').includes(intentId), intentId);
    assert.match(
      await textOf(`/purchases/${purchase}/confirmation.pdf`),
      /^Northbridge\nOrder confirmation\n/,
    );
    const [mail] = (await mailsOf('order_paid')).slice(-1);
    assert.equal(mail.invoiceNumber, number);
  });

  test('is made for others however many one buyer asks for', async () => {
    const { purchase } = await pay();
    const other = await shop.signUp();
    const { id } = await till.place(other);
    const theirs = (await shop.call(`GET /orders/${id}`, { token: other.token })).body.purchaseId;
    const client = await pool.connect();
    try {
      // No invoice can be read: two are in work and wait.
      await client.query('begin');
      await client.query('lock table invoices in access exclusive mode');
      const waiting = Array.from({ length: 2 }, () => get(`/purchases/${purchase}/invoice.pdf`));
      await until(async () => {
        // Databases made of one template have tables of one number.
        const { rows } = await client.query(`
          select count(*)::int from pg_locks where relation = 'invoices'::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())`);
        return rows[0].count === 2;
      });
      for (const document of ['invoice', 'confirmation']) {
        const refused = await get(`/purchases/${purchase}/${document}.pdf`);
        assert.deepEqual([refused.status, codeOf(refused)], [429, 'too_many_requests']);
        assert.equal(refused.headers.get('retry-after'), '1');
      }
      assert.equal((await get(`/purchases/${theirs}/confirmation.pdf`, other.token)).status, 200);
      await client.query('rollback');
      assert.deepEqual(
        (await Promise.all(waiting)).map(({ status }) => status),
        [200, 200],
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
    assert.equal((await get(`/purchases/${purchase}/invoice.pdf`)).status, 200);
  });

  test('says what it said, whatever becomes of the part and of the shop', async () => {
    const { purchase } = await pay();
    const before = (await get(`/purchases/${purchase}/invoice.pdf`)).body;
    const token = admin.token;
    const { revision } = (await shop.call(`GET /products/${till.product._id}`)).body;
    const body = { name: 'Renamed', sku: 'NEW-SKU', revision };
    assert.equal((await shop.call(`PATCH /products/${till.product._id}`, { token, body })).status, 200);
    assert.ok((await get(`/purchases/${purchase}/invoice.pdf`)).body.equals(before));
    assert.match(await textOf(`/purchases/${(await pay()).purchase}/invoice.pdf`), /SKU NEW-SKU/);
    // Where it is the next day already, or still the day before.
    const days = new Set<string | undefined>();
    for (const timeZone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const { shop: selling, orders } = (await shop.call('GET /settings', { token })).body;
      const put = (
        section: string,
        { revision, value }: { revision: number; value: object },
        fields: object,
      ) =>
        shop.call(`PUT /settings/${section}`, { token, body: { revision, value: { ...value, ...fields } } });
      const name = `Renamed for ${timeZone}`;
      assert.equal((await put('shop', selling, { name, legalName: name })).status, 200);
      assert.equal((await put('orders', orders, { timeZone })).status, 200);
      assert.ok((await get(`/purchases/${purchase}/invoice.pdf`)).body.equals(before));
      const { purchase: next } = await pay();
      const text = await textOf(`/purchases/${next}/invoice.pdf`);
      assert.match(text, new RegExp(name.replace('+', '\\+')));
      days.add(/Invoice date\s+(\w+ \d+, \d+)/.exec(text)?.[1]);
    }
    // More than a day lies between the two.
    assert.ok(days.size === 2 && !days.has(undefined), [...days].join());
    for (const section of ['shop', 'orders']) {
      const { revision } = (await shop.call('GET /settings', { token })).body[section];
      await shop.call(`PUT /settings/${section}`, { token, body: { revision, value: null } });
    }
  });

  test('and its credit note are in the name of the process that settles and refunds, of several whose content differs', async () => {
    const { rows: before } = await pool.query('select count(*)::int from sellers');
    const other = await shop.startAnother({ seller: { ...seller, legalName: 'Another \\ "Co"' } });
    // Started again, each says the same once more.
    await (await shop.startAnother()).close();
    const nameOf = async (table: 'invoices' | 'credit_notes', purchase: string) =>
      (
        await pool.query(
          `select sellers.facts ->> 'legalName' as name from ${table} join sellers on sellers.id = seller_id
           where purchase_id = $1`,
          [purchase],
        )
      ).rows[0].name;
    for (const [process, name] of [
      [shop, seller.legalName],
      [other, 'Another \\ "Co"'],
      [shop, seller.legalName],
    ] as const) {
      const { id, secret, intentId } = await till.begin(buyer);
      await till.addFault({ event: '*', effect: 'lose', times: '99' });
      await till.pay(secret);
      const settled = await process.call(`PATCH /orders/${id}`, {
        ...{ token: buyer.token, body: { transactionId: intentId } },
      });
      assert.equal(settled.status, 200);
      const refunded = await process.call(`POST /orders/${id}/refund`, {
        ...{ token: admin.token, body: { reason: 'Damaged' } },
      });
      assert.equal(refunded.status, 200);
      await till.clearFaults();
      const purchase = await purchaseOf(id);
      assert.deepEqual(
        [await nameOf('invoices', purchase), await nameOf('credit_notes', purchase)],
        [name, name],
      );
    }
    const { rows: after } = await pool.query('select count(*)::int from sellers');
    assert.equal(after[0].count, before[0].count + 1);
    const confirmed = await fetch(`${other.origin}/purchases/${(await pay()).purchase}/confirmation.pdf`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    const pages = await readPages(Buffer.from(await confirmed.arrayBuffer()));
    assert.match(pages.join('\n'), /Another . "Co"/);
  });

  test('has the next number, without a gap, however many are paid at once', async () => {
    const begun = await Promise.all(Array.from({ length: 12 }, () => till.begin(buyer)));
    await Promise.all(
      begun.map(async ({ id, secret, intentId }, nth) => {
        await till.pay(secret, nth % 4 === 0 ? '4000000000000002' : undefined);
        await till.settle(buyer, id, intentId);
      }),
    );
    const numbers = await numbersOf('invoices');
    assert.deepEqual(
      numbers,
      numbers.map((_, nth) => nth + 1),
    );
    const { rows } = await pool.query('select count(*)::int from purchases where paid_at is not null');
    assert.equal(numbers.length, rows[0].count);
    await requireSound();
  });

  test('is issued once in a database of the version before, whose trigger issues, too', async () => {
    await pool.query(`create constraint trigger purchases_invoiced after update of state on purchases
      deferrable initially deferred for each row when (new.state = 'paid') execute function issue_invoice()`);
    const { purchase } = await pay();
    await pool.query('drop trigger purchases_invoiced on purchases');
    assert.equal((await get(`/purchases/${purchase}/invoice.pdf`)).status, 200);
  });

  test('gives its number back when the transaction that pays is undone', async () => {
    const { id } = await till.place(buyer);
    const last = (await numbersOf('invoices')).length;
    const purchase = await purchaseOf(id);
    const undone = shop.database.db.transaction().execute(async (transaction) => {
      assert.equal(await issueInvoice(transaction, purchase), last + 1);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual((await numbersOf('invoices')).length, last);
    await pay();
    assert.equal((await numbersOf('invoices')).at(-1), last + 1);
    await requireSound();
  });
});

describe('a credit note', () => {
  test('is made for each refund of pieces, and for the rest', async () => {
    const { id, purchase } = await pay();
    await refund(id, piecesOf(id, 3));
    await refund(id, piecesOf(id, 2, 3));
    await refund(id);
    const notes = await notesOf(purchase);
    assert.deepEqual(
      notes.map(({ amount, reason }) => [amount, reason]),
      [
        [59.97, 'Damaged'],
        [39.98, 'Damaged'],
        [1899.05, 'Damaged'],
      ],
    );
    const path = `/credit-notes/${notes[2]!.number}/credit-note.pdf`;
    const { headers } = await get(path);
    assert.equal(headers.get('content-disposition'), `attachment; filename="${notes[2]!.number}.pdf"`);
    const text = await textOf(path);
    for (const said of ['Credit note', notes[2]!.invoiceNumber, '95', '$1,899.05', 'Damaged'])
      assert.ok(text.split('\n').includes(said), said);
    const told = [(await mailsOf('part_refunded')).at(-1), (await mailsOf('order_refunded')).at(-1)];
    const numbers = notes.slice(1).map(({ number }) => Number(number.slice(3)));
    assert.deepEqual(
      told.map((facts) => facts.creditNoteNumber),
      numbers,
    );
    await requireSound();
  });

  test('is made for what is refunded at Stripe itself, in part and all of it', async () => {
    const { purchase, intentId } = await pay();
    await till.stripe.refunds.create({ payment_intent: intentId, amount: 1_000 });
    await until(async () => (await notesOf(purchase)).length === 1);
    await till.stripe.refunds.create({ payment_intent: intentId });
    await until(async () => (await notesOf(purchase)).length === 2);
    assert.deepEqual(
      (await notesOf(purchase)).map(({ amount }) => amount),
      [10, 1989],
    );
    const [first] = await notesOf(purchase);
    assert.match(
      await textOf(`/credit-notes/${first!.number}/credit-note.pdf`),
      /Refund of part of invoice INV-/,
    );
    await requireSound();
  });

  test('is made once for a refund that a bank sends back and that is made again', async () => {
    const { id, intentId } = await till.payOrder(buyer, '4000000000005126');
    const purchase = await purchaseOf(id);
    await refund(id);
    await till.hastenBanks();
    await till.begin(buyer);
    const payment = async () =>
      (await shop.call(`GET /orders/${id}/payments`, { token: admin.token })).body[0];
    await until(async () => (await payment()).state === 'refused');
    await requireSound();
    await shop.call(`POST /payments/${(await payment())._id}/refund`, { token: admin.token });
    assert.equal((await payment()).state, 'refunded');
    assert.deepEqual(
      (await notesOf(purchase)).map(({ amount, withdrawnAt }) => [amount, withdrawnAt]),
      [[1999, undefined]],
    );
    assert.ok(intentId);
    await requireSound();
  });

  test('is withdrawn with its refund, and keeps its number; what has gone back after all is credited anew', async () => {
    await till.addFault({ event: '*', effect: 'lose', times: '100' });
    const { id, purchase, intentId } = await pay();
    await refund(id, piecesOf(id, 3));
    const [made] = await notesOf(purchase);
    // As when a bank sends it back while another refund is under way.
    await pool.query(
      `with sent as (update payments set refunded_cents = 0 where intent_id = $1 returning id)
       update refunds set state = 'withdrawn' from sent where payment_id = sent.id`,
      [intentId],
    );
    await pool.query('update orders set refunded_quantity = 0, refunded_cents = 0 where id = $1', [id]);
    await refund(id, piecesOf(id, 1));
    const notes = await notesOf(purchase);
    assert.deepEqual(
      notes.map(({ number, amount, withdrawnAt }) => [number, amount, withdrawnAt !== undefined]),
      [
        [made!.number, 59.97, true],
        [notes[1]!.number, 19.99, false],
        [notes[2]!.number, 59.97, false],
      ],
    );
    assert.match(await textOf(`/credit-notes/${made!.number}/credit-note.pdf`), /Withdrawn on/);
  });

  test('of no such number, or of another buyer, is not found', async () => {
    for (const number of ['CN-999999', 'CN-000000', 'CN-1', '1', 'INV-000001', 'CN-9999999999'])
      assert.equal((await get(`/credit-notes/${number}/credit-note.pdf`)).status, 404, number);
    const path = '/credit-notes/CN-000001/credit-note.pdf';
    assert.equal((await get(path, (await shop.signUp()).token)).status, 404);
    assert.deepEqual([(await get(path)).status, (await get(path, admin.token)).status], [200, 200]);
  });
});

describe('the database refuses', () => {
  const refuses = (statement: string, why: RegExp) => assert.rejects(pool.query(statement), why);

  test('a change of what was issued, and its deletion', async () => {
    await refuses("update invoices set facts = '{}'", /does not change/);
    await refuses('delete from invoices', /does not change/);
    await refuses('update credit_notes set cents = 1', /does not change/);
    await refuses('delete from credit_notes', /does not change/);
  });

  test('a gap, a number twice, and a second invoice of a purchase', async () => {
    const { id } = await till.place(buyer);
    const purchase = `'${await purchaseOf(id)}'`;
    const insert = (number: string, of = purchase) =>
      `insert into invoices (number, purchase_id, issued_at, facts) select ${number}, ${of}, now(), '{}' from invoices`;
    await refuses(insert('max(number) + 2'), /invoices_no_gap/);
    await refuses(insert('max(number)'), /invoices_pkey/);
    await refuses(insert('max(number) + 1', 'min(purchase_id::text)::uuid'), /invoices_purchase/);
  });
});

test('the audit names a number that is missing, a paid purchase without an invoice, and a refund without a credit note', async () => {
  const { id, purchase } = await pay();
  await refund(id);
  for (const [table, named] of [
    ['invoices', /of the kind invoice have[\s\S]*is accepted, and has no invoice/],
    ['credit_notes', /of the kind credit_note have[\s\S]*0 cents of purchase .* 199900 have gone back/],
  ] as const) {
    const undone = shop.database.db.transaction().execute(async (transaction) => {
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(transaction);
      await transaction.deleteFrom(table).where('purchase_id', '=', purchase).execute();
      const faults = await auditInvoices(transaction);
      assert.deepEqual([faults.length, named.test(faults.join('\n'))], [2, true], faults.join('\n'));
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
  }
  await requireSound();
});

test('the invoice of a company says its name, address and tax number, and who has placed the order', async () => {
  const company = await openCompany(shop, 'Fathom Data GmbH');
  const address = { ...SHIP_TO, name: 'Accounts payable', company: 'Elsewhere', street: ['Hauptstraße 7'] };
  const changed = await shop.call(`PATCH /companies/${company.id}`, {
    token: company.admin.token,
    body: { address, taxId: 'DE123456789' },
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const { id } = await till.payOrder(company.admin);
  const { body } = await shop.call(`GET /orders/${id}`, { token: company.admin.token });
  const invoice = await get(`/purchases/${body.purchaseId}/invoice.pdf`, company.admin.token);
  const text = readPages(invoice.body).join('\n');
  // A long address is broken into lines.
  const unbroken = text.replaceAll('\n', '');
  for (const said of ['Fathom Data GmbH', 'Hauptstraße 7', 'Tax number: DE123456789', company.admin.email])
    assert.ok(unbroken.includes(said), `${said} is missing in ${text}`);
  assert.doesNotMatch(text.split('Deliver to')[0]!, /Elsewhere/);
});

test('an invoice and its credit note are addressed to the billing address that was chosen, whatever becomes of it', async () => {
  const { id: companyId, admin: member } = await openCompany(shop, 'Fathom Data GmbH');
  const call = (route: string, body: object) => shop.call(route, { token: member.token, body });
  const billTo = { ...SHIP_TO, name: 'Accounts payable', street: ['Postfach 7'] };
  const added = await call('POST /addresses', { shipTo: billTo, use: 'bill' });
  const lines = [{ productId: till.product._id, quantity: 100 }];
  const placed = await call('POST /purchases', { lines, shipTo: SHIP_TO, billTo, expectedTotal: 1999 });
  const purchase = placed.body.insertedId;
  const [mail] = (await mailsOf('order_placed')).slice(-1);
  assert.deepEqual(mail.billTo, billTo);
  const read = async () => (await shop.call(`GET /purchases/${purchase}`, { token: member.token })).body;
  const {
    lines: [{ _id: id }],
    invoiceTo,
  } = await read();
  assert.deepEqual(invoiceTo.slice(0, 2), ['Fathom Data GmbH', 'Accounts payable']);
  assert.ok(invoiceTo.includes('Postfach 7'));
  const { body: payment } = await shop.call(`POST /purchases/${purchase}/payment`, { token: member.token });
  const secret: string = payment.clientSecret;
  const intentId = intentIdOf(secret);
  await till.pay(secret);
  await till.settle(member, id, intentId);
  const pdfOf = async () => (await get(`/purchases/${purchase}/invoice.pdf`, member.token)).body;
  const before = await pdfOf();
  const payerOf = (pdf: Buffer) => readPages(pdf).join('\n').split('Deliver to')[0]!;
  assert.match(payerOf(before), /Invoice to\nFathom Data GmbH\nAccounts payable\n/);
  assert.match(payerOf(before), /Postfach 7/);
  // The page of the order says what the invoice was issued with, and of a new order what it would be.
  await call(`PATCH /companies/${companyId}`, { name: 'Fathom Group' });
  assert.deepEqual((await read()).invoiceTo, invoiceTo);
  const own = await call('POST /purchases', { lines, shipTo: SHIP_TO, expectedTotal: 1999 });
  const { body: next } = await shop.call(`GET /purchases/${own.body.insertedId}`, { token: member.token });
  assert.deepEqual([next.invoiceTo[0], next.invoiceTo.at(-1)], ['Fathom Group', member.email]);
  assert.ok(next.invoiceTo.includes(SHIP_TO.street[0]));

  const late = await call(`PATCH /purchases/${purchase}/details`, { billTo: null });
  assert.deepEqual([late.status, late.body.code], [409, 'already_invoiced']);
  await shop.call(`DELETE /addresses/${added.body.insertedId}`, { token: member.token });
  assert.ok((await pdfOf()).equals(before));
  assert.equal((await refund(id)).status, 200);
  const [note] = (await shop.call(`GET /purchases/${purchase}/credit-notes`, { token: member.token })).body;
  const credited = await get(`/credit-notes/${note.number}/credit-note.pdf`, member.token);
  assert.match(payerOf(credited.body), /Invoice to\nFathom Data GmbH\nAccounts payable\n/);
});

test('documents have what EN 16931 lists and the shop knows', async () => {
  const { status, body } = await shop.call('POST /purchases', {
    token: buyer.token,
    body: { lines: [{ productId: till.product._id, quantity: 100 }], shipTo: SHIP_TO, expectedTotal: 1999 },
  });
  assert.equal(status, 201);
  const { purchase } = await readPurchase(shop.database.db, body.insertedId);
  assert.deepEqual(purchase.buyer, { name: buyer.name, email: buyer.email, company: SHIP_TO.company });
  assert.deepEqual(purchase.deliverTo, SHIP_TO);
  assert.deepEqual(
    [purchase.currency, purchase.taxes, purchase.lines.map(({ unitCode }) => unitCode)],
    ['USD', [{ category: 'O', rateBp: 0, netCents: 199_900, taxCents: 0 }], ['C62']],
  );
});
