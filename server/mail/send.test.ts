import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../database/testing.ts';
import { openTill, type Till } from '../payments/testing.ts';
import { startTestShop, type TestShop } from '../testing.ts';
import { until } from '../until.ts';
import { insertMail } from './queries.ts';
import { type MailRoom, sendDueMails } from './send.ts';
import { startMailServer, type TestMailServer } from './testing.ts';
import { createSmtpTransport, type MailTransport } from './transport.ts';

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
  const facts = { orderId: name, productName: 'Part', quantity: 1, unitPriceCents: 1, transactionId: 'pi_1' };
  const addresses = Array.from({ length: count }, (_, n) => `${name}-${n}@example.com`);
  for (const address of addresses) {
    await insertMail(
      'order_paid',
      sql`select ${address}::text as recipient, ${address}::text as subject, ${JSON.stringify(facts)}::jsonb as facts`,
    ).execute(database.db);
  }
  return addresses;
}

describe('sending', () => {
  test('happens by itself, soon after an order is placed, as a proper message', async () => {
    const buyer = await shop.signUp();
    const { id } = await till.place(buyer);
    await until(async () => sentTo(buyer.email).length > 0);
    const [mail] = sentTo(buyer.email);
    const { id: mailId } = await rowOf(buyer.email);
    assert.equal(mail!.messageId, `<${mailId}@localhost>`);
    assert.match(mail!.source, /^From: Parts <parts@shop\.example\.com>\r?$/m);
    assert.match(mail!.source, /^Auto-Submitted: auto-generated\r?$/m);
    assert.match(mail!.source, /^Content-Type: multipart\/alternative/m);
    const plain = mail!.source.replace(/=\r?\n/g, '');
    assert.ok(plain.includes(`http://localhost:${new URL(shop.origin).port}/dashboard/payment/${id}`));
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
      from: 'a@shop.example.com',
      origin: 'https://shop.example.com',
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
