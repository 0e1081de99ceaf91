import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { seller } from '#content/shop.ts';
import { proveAddressOf } from '../../../tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/fixtures/database.ts';
import { startMailServer, type TestMailServer } from '../../../tests/fixtures/mail.ts';
import { openTill, type Till } from '../../../tests/fixtures/payments.ts';
import { addCaller, addProduct, place } from '../../../tests/fixtures/purchases.ts';
import { startTestShop, type TestShop } from '../../../tests/testing.ts';
import { until } from '../../../tests/until.ts';
import { modules } from '../../modules.ts';
import { joinKinds } from '../../open-modules.ts';
import { purchaseMails } from '../../purchases/mail-words.ts';
import { changeState, lockPurchase } from '../../purchases/state.ts';
import { startShop } from '../../start.ts';
import type { Database } from '../database/client.ts';
import { readEnv } from '../env.ts';
import type { Caller } from '../handling/handler.ts';
import { countWaiting, giveUpOld } from '../outbox/deliver.ts';
import { insertMail } from './queries.ts';
import { type MailRoom, sendDueMails as send } from './send.ts';
import { createSmtpTransport, type MailTransport } from './transport.ts';

const { mails: kinds } = joinKinds(modules);
const senders = {
  values: {
    mail: { name: 'Parts', address: 'a@shop.example.com' },
    shop: seller,
    orders: { timeZone: 'UTC' },
  },
};
const sendDueMails = (database: Database, room: MailRoom) => send(database, room, kinds, senders);

let shop: TestShop;
let till: Till;
let server: TestMailServer;
before(async () => {
  server = await startMailServer();
  shop = await startTestShop({
    SMTP_URL: server.url,
    MAIL_FROM: 'Parts <parts@shop.example.com>',
  });
  till = await openTill(shop);
});
after(async () => {
  await shop.close();
  await server.close();
});

const run = (statement: string, values: unknown[] = []) => shop.database.pool.query(statement, values);
/** What arrived about orders; a new account is also asked to confirm its address. */
const sentTo = (email: string) =>
  server.mails.filter(
    ({ recipients, subject }) => recipients.includes(email) && subject !== 'Confirm your email address',
  );

async function rowOf(email: string, database: TestDatabase = shop.database) {
  const { rows } = await database.pool.query(
    'select * from mails where recipient = $1 order by id desc limit 1',
    [email],
  );
  return rows[0];
}

/** Writes mails that tell of nothing, as one of the shop's transactions would, to addresses of their own. */
async function enqueue(count: number, name: string, database = shop.database): Promise<string[]> {
  const lines = [{ productName: 'Part', quantity: 1, unitPriceMicros: 10_000 }];
  const facts = { orderId: name, totalCents: 1, lineCount: 1, lines, transactionId: 'pi_1' };
  const addresses = Array.from({ length: count }, (_, n) => `${name}-${n}@example.com`);
  for (const address of addresses) {
    await insertMail(
      purchaseMails.order_paid,
      sql`select ${address}::text as recipient, ${address}::text as subject, ${JSON.stringify(facts)}::jsonb as facts`,
    ).execute(database.db);
  }
  return addresses;
}

describe('sending', () => {
  test('happens by itself, soon after an order is placed, as a proper message', async () => {
    const buyer = await shop.signUp();
    await till.place(buyer);
    await until(async () => sentTo(buyer.email).length > 0);
    const [mail] = sentTo(buyer.email);
    const { id: mailId, facts } = await rowOf(buyer.email);
    assert.equal(mail!.messageId, `<${mailId}@localhost>`);
    assert.match(mail!.source, /^From: Parts <parts@shop\.example\.com>\r?$/m);
    assert.match(mail!.source, /^Auto-Submitted: auto-generated\r?$/m);
    assert.match(mail!.source, /^Content-Type: multipart\/alternative/m);
    const plain = mail!.source.replace(/=\r?\n/g, '');
    assert.ok(
      plain.includes(`http://localhost:${new URL(shop.origin).port}/dashboard/payment/${facts.purchaseId}`),
    );
    await until(async () => (await rowOf(buyer.email)).sent_at !== null);
    await shop.runJobs();
    assert.equal(sentTo(buyer.email).length, 1);
  });

  test('leaves no mailbox in the sandbox', async () => {
    assert.equal((await shop.call('GET /sandbox/mail')).status, 404);
    assert.equal((await shop.call('GET /config')).body.mailbox, undefined);
  });

  test('is tried again when the mail server was down, and then done once', async () => {
    const { port } = server;
    await server.close();
    const buyer = await shop.signUp();
    await till.place(buyer);
    await until(async () => (await rowOf(buyer.email)).problem !== null);
    const failed = await rowOf(buyer.email);
    assert.equal(failed.sent_at, null);
    assert.ok(failed.next_at > new Date(), 'not at once');
    server = await startMailServer(port);
    await run('update mails set next_at = now() where sent_at is null');
    await until(async () => (await rowOf(buyer.email)).sent_at !== null);
    await shop.runJobs();
    assert.equal(sentTo(buyer.email).length, 1);
    const { problem, next_at: nextAt, attempts } = await rowOf(buyer.email);
    assert.deepEqual({ problem, nextAt }, { problem: null, nextAt: null });
    assert.ok(attempts >= 2);
  });

  test('to an address that the mail server refuses for good is given up, and holds up no other', async () => {
    const [bad, good] = (await enqueue(2, 'refused')) as [string, string];
    server.refuse = (address) => (address === bad ? { code: 550, text: 'No such mailbox' } : undefined);
    await until(async () => {
      await run('update mails set next_at = now() where recipient = $1 and next_at is not null', [bad]);
      await shop.runJobs().catch(() => {});
      return (await rowOf(bad)).next_at === null;
    });
    server.refuse = () => undefined;
    assert.equal((await rowOf(bad)).attempts, 4);
    assert.match((await rowOf(bad)).problem, /No such mailbox/);
    assert.equal(sentTo(bad).length, 0);
    assert.equal(sentTo(good).length, 1);
  });
});

describe('several senders', () => {
  // Without a shop, which would send, too.
  let database: TestDatabase;
  let rooms: MailRoom[];
  before(async () => {
    database = await createTestDatabase();
    rooms = [1, 2, 3].map(() => ({
      transport: createSmtpTransport(server.url),
      origin: 'https://shop.example.com',
      perMinute: 600,
    }));
  });
  after(async () => {
    for (const { transport } of rooms) transport.close();
    await database.drop();
  });

  test('at once send each mail once', async () => {
    const addresses = await enqueue(60, 'many', database);
    const counts = await Promise.all(rooms.map((room) => sendDueMails(database, room)));
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      60,
    );
    for (const address of addresses) assert.equal(sentTo(address).length, 1, address);
  });

  test('one that dies after the mail server took a mail leaves it to be recognised as the same', async () => {
    const [address] = (await enqueue(1, 'crash', database)) as [string];
    // Taken by a process that sent it and could not note so any more.
    const dying: MailTransport = Object.create(rooms[0]!.transport, {
      sendMail: {
        async value(message: object) {
          await rooms[0]!.transport.sendMail(message);
          await new Promise(() => {});
        },
      },
    });
    void sendDueMails(database, { ...rooms[0]!, transport: dying });
    await until(async () => sentTo(address).length === 1);
    const { next_at: lease } = await rowOf(address, database);
    assert.ok(lease.getTime() > Date.now() + 60_000, 'nobody else takes it for longer than a sending lasts');
    await sendDueMails(database, rooms[1]!);
    assert.equal(sentTo(address).length, 1, 'taken');
    await database.pool.query('update mails set next_at = now() where recipient = $1', [address]);
    assert.equal(await sendDueMails(database, rooms[1]!), 1);
    const [first, second] = sentTo(address);
    assert.equal(first!.messageId, second!.messageId);
    assert.equal(first!.source.match(/^Date: .*$/m)![0], second!.source.match(/^Date: .*$/m)![0]);
  });
});

describe('an address that nobody has proven', () => {
  // Without a shop, which would send, too.
  let own: TestDatabase;
  let product: string;
  before(async () => {
    own = await createTestDatabase();
    product = await addProduct(own, 1_000_000);
  });
  after(() => own.drop());

  /** Places so many purchases; answers their ids. */
  async function order(caller: Caller, times: number): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < times; n += 1) ids.push((await place(own, caller, [[product, 100]])).purchaseId);
    return ids;
  }
  /** Sends what is due, by so many senders at once. */
  async function send(senders = 1): Promise<void> {
    const rooms = Array.from({ length: senders }, () => ({
      transport: createSmtpTransport(server.url),
      origin: 'https://shop.example.com',
      perMinute: 6_000,
    }));
    await Promise.all(rooms.map((room) => sendDueMails(own, room)));
    for (const { transport } of rooms) transport.close();
  }
  const waitingFor = async ({ email }: Caller): Promise<number> => {
    const { rows } = await own.pool.query('select from mails where recipient = $1 and next_at is not null', [
      email,
    ]);
    return rows.length;
  };
  /** Lets the time pass that the address waits for its next mail. */
  async function passTime(): Promise<void> {
    await own.pool.query('update mails set next_at = now() where next_at is not null');
    await own.pool.query("update rate_limits set empty_at = empty_at - interval '20 minutes'");
  }

  test('gets few mails about orders, even from several senders at once', async () => {
    const buyer = await addCaller(own);
    for (let round = 0; round < 4; round += 1) {
      await order(buyer, 25);
      await send(3);
    }
    assert.equal(sentTo(buyer.email).length, 3);
    await send(3);
    assert.equal(sentTo(buyer.email).length, 3);
  });

  test('gets the rest in one mail that lists them', async () => {
    const buyer = await addCaller(own);
    for (let mail = 0; mail < 3; mail += 1) {
      await order(buyer, 1);
      await send();
    }
    const single = sentTo(buyer.email);
    assert.equal(single.length, 3);
    for (const { subject } of single) assert.match(subject, /Order_placed=3A_NB-/);
    await order(buyer, 30);
    await send();
    assert.deepEqual([sentTo(buyer.email).length, await waitingFor(buyer)], [3, 30]);
    await passTime();
    await send();
    const [joined, ...more] = sentTo(buyer.email).slice(3);
    assert.deepEqual(more, []);
    assert.equal(joined!.subject, 'News of 30 orders');
    const plain = joined!.source.replace(/=\r?\n/g, '');
    assert.match(plain, /This email address is not confirmed yet/);
    // In the text, and in the HTML.
    assert.equal(plain.match(/NB-\d+, 100 /g)?.length, 60);
    assert.equal(await waitingFor(buyer), 0);
    await passTime();
    await order(buyer, 1);
    await send();
    assert.match(sentTo(buyer.email).at(-1)!.subject, /Order_placed=3A_NB-/);
  });

  test('gets no mail about an order that was deleted before it was sent', async () => {
    const buyer = await addCaller(own);
    const [deleted, kept] = (await order(buyer, 2)) as [string, string];
    await own.db.transaction().execute(async (transaction) => {
      await changeState(transaction, (await lockPurchase(transaction, deleted))!, { to: 'deleted' });
    });
    await send();
    const { rows } = await own.pool.query(
      `select facts ->> 'purchaseId' as id, sent_at is not null as sent, next_at, problem from mails
       where recipient = $1 order by id`,
      [buyer.email],
    );
    const problem = 'The order was deleted before it could be sent.';
    assert.deepEqual(rows, [
      { id: deleted, sent: false, next_at: null, problem },
      { id: kept, sent: true, next_at: null, problem: null },
    ]);
    assert.equal(sentTo(buyer.email).length, 1);
  });

  test('gets a mail for each order once it is proven', async () => {
    const buyer = await addCaller(own);
    await proveAddressOf(own.pool, buyer.email);
    await order(buyer, 8);
    await send();
    assert.equal(sentTo(buyer.email).length, 8);
  });
});

describe('a backlog', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const room = (perMinute: number): MailRoom => ({
    transport: createSmtpTransport(server.url),
    origin: 'https://shop.example.com',
    perMinute,
  });
  const waiting = async () => (await countWaiting(database.db)).count;

  test('goes oldest first and at a bounded pace, of all processes together', async () => {
    const addresses = await enqueue(130, 'backlog', database);
    // The youngest come first in the table.
    await database.pool.query(
      `update mails set created_at = created_at - interval '1 minute', next_at = next_at - interval '1 hour'
       where recipient = any($1)`,
      [addresses.slice(100)],
    );
    const rooms = [1, 2, 3].map(() => room(1));
    try {
      const counts = await Promise.all(rooms.map((one) => sendDueMails(database, one)));
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        100,
        'as many as may go at once',
      );
      for (const address of addresses.slice(100)) assert.equal(sentTo(address).length, 1, address);
      assert.equal(await waiting(), 30);
      assert.equal(await sendDueMails(database, rooms[0]!), 0);
    } finally {
      for (const { transport } of rooms) transport.close();
    }
  });

  test('of mails that come one by one, each counts as one', async () => {
    const slow = room(0.01);
    await database.pool.query('delete from mails');
    await database.pool.query('delete from rate_limits');
    try {
      for (let n = 0; n < 30; n += 1) {
        await enqueue(1, `single-${n}`, database);
        assert.equal(await sendDueMails(database, slow), 1);
      }
      await enqueue(90, 'rest', database);
      assert.equal(await sendDueMails(database, slow), 70);
    } finally {
      slow.transport.close();
    }
  });

  test('of which nothing is of use any more leaves the pace to others', async () => {
    const slow = room(0.01);
    await database.pool.query('delete from mails');
    await database.pool.query('delete from rate_limits');
    try {
      await enqueue(60, 'useless', database);
      await database.pool.query("update mails set created_at = now() - interval '4 days'");
      assert.equal(await sendDueMails(database, slow), 0);
      await enqueue(100, 'useful', database);
      assert.equal(await sendDueMails(database, slow), 100);
    } finally {
      slow.transport.close();
    }
  });

  test('is given up where it is too old to be of use, with the reason', async () => {
    const [recent, old] = (await enqueue(2, 'old', database)) as [string, string];
    await database.pool.query(
      "update mails set created_at = now() - interval '73 hours' where recipient = $1",
      [old],
    );
    const before = await waiting();
    await giveUpOld(database.db);
    assert.equal(await waiting(), before - 1);
    const { problem, next_at: next, sent_at: sent } = await rowOf(old, database);
    assert.deepEqual({ next, sent }, { next: null, sent: null });
    assert.equal(problem, 'It had waited for too long to be of use.');
    assert.notEqual((await rowOf(recent, database)).next_at, null);
  });

  test('is not sent where it has become too old since', async () => {
    await database.pool.query('update mails set next_at = null');
    await database.pool.query('delete from rate_limits');
    const [recent, old] = (await enqueue(2, 'late', database)) as [string, string];
    await database.pool.query(
      "update mails set created_at = now() - interval '73 hours' where recipient = $1",
      [old],
    );
    const one = room(600);
    assert.equal(await sendDueMails(database, one), 1);
    one.transport.close();
    assert.equal(sentTo(old).length, 0);
    assert.equal(sentTo(recent).length, 1);
    assert.equal((await rowOf(old, database)).problem, 'It had waited for too long to be of use.');
  });
});

test('the start says how many mails wait', async () => {
  const database = await createTestDatabase({ demo: true });
  const lines: string[] = [];
  const env = {
    DATABASE_URL: database.url,
    SANDBOX: '1',
    DEMO_HISTORY: '0',
    SMTP_URL: 'smtp://127.0.0.1:9',
    PORT: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'northbridge-test-')),
    JOB_SECONDS: '60',
  };
  const logTo = { write: (line: string) => void lines.push(line) };
  const start = () => startShop(readEnv(env), { withoutPages: true, logTo });
  await (await start()).close();
  assert.deepEqual(
    lines.filter((line) => line.includes('wait to be sent')),
    [],
  );
  await enqueue(3, 'start', database);
  await (await start()).close();
  assert.ok(
    lines.some((line) => line.includes('3 mails wait to be sent: the oldest first, 600 a minute')),
    lines.join(''),
  );
  rmSync(env.DATA_DIR, { recursive: true });
  await database.drop();
});
