import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { List, ListChanged, ListLine, ListOp } from '#contract/lists/schema.ts';
import { LINE_FIELDS } from '#contract/matching/fields.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { type CallResult, type Person, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { audit } from '../ops/audit/audit.ts';

const { shop } = await startShopWithTill();
const { db, pool } = shop.database;

const newLine = (more: Partial<ListLine> = {}): ListLine => ({ _id: randomUUID(), position: 1, ...more });
const read = async ({ token }: Person, id = 'cart', query = ''): Promise<List> => {
  const answer = await shop.call(`GET /lists/${id}${query}`, { token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const change = (
  { token }: Person,
  ops: ListOp[],
  { id = 'cart', version = 0, key }: { id?: string; version?: number; key?: string } = {},
) =>
  shop.call(`PATCH /lists/${id}`, {
    token,
    body: { version, ops },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const put = (line: ListLine, ...changed: (keyof Omit<ListLine, '_id'>)[]): ListOp => ({
  ...{ op: 'put', line },
  ...(changed.length > 0 && { changed }),
});
const save = async ({ token }: Person, name: string, lines: ListLine[] = []): Promise<string> =>
  (await shop.call('POST /lists', { token, body: { name, lines } })).body.insertedId;
const requireSound = async () => assert.deepEqual((await audit(db)).faults, []);

describe('the cart', () => {
  test('is there for everybody from the beginning, and there is one', async () => {
    const buyer = await shop.signUp();
    const carts = await Promise.all([1, 2, 3, 4].map(() => read(buyer)));
    assert.equal(new Set(carts.map(({ _id }) => _id)).size, 1);
    const { kind, version, lines } = carts[0]!;
    assert.deepEqual([kind, version, lines], ['cart', 0, []]);
  });

  test('takes texts as long as a purchase takes them', async () => {
    const buyer = await shop.signUp();
    const longest = newLine({ customerRef: 'x'.repeat(64), designators: 'x'.repeat(1_000) });
    assert.equal((await change(buyer, [put(longest)])).status, 200);
    for (const longer of [{ customerRef: 'x'.repeat(65) }, { designators: 'x'.repeat(1_001) }]) {
      const { status, body } = await change(buyer, [put(newLine(longer))]);
      assert.deepEqual([status, body.errors[0].code], [400, 'too_long']);
    }
  });

  test('keeps what is written, in order, and a line that is sent twice is one', async () => {
    const buyer = await shop.signUp();
    const [{ _id: productId }] = (await shop.call('GET /products?limit=1')).body;
    const first = newLine({
      position: 1,
      productId,
      quantity: 200,
      customerRef: '007',
      designators: 'R1, R2',
    });
    const second = newLine({
      position: 0.5,
      raw: '150x something',
      perBoard: 3,
      attrition: 2.5,
      leader: 10,
      receiptDate: '2027-03-03',
    });
    const ops = [put(first), put(second)];
    const { version } = (await change(buyer, ops)).body as ListChanged;
    await change(buyer, ops, { version });
    const { lines } = await read(buyer);
    const unset = { productId: null, raw: null, quantity: null, customerRef: null, designators: null };
    const none = { ...unset, perBoard: null, attrition: null, leader: null, receiptDate: null };
    assert.deepEqual(lines, [
      { ...none, ...second },
      { ...none, ...first },
    ]);
    await requireSound();
  });

  test('keeps every field of a line, and changes each alone', async () => {
    const buyer = await shop.signUp();
    const [one, other] = (await shop.call('GET /products?limit=2')).body;
    const before: Required<ListLine> = {
      ...{ _id: randomUUID(), position: 1, productId: one._id, raw: 'NB-E64', quantity: 100 },
      ...{ customerRef: '007', designators: 'R1', perBoard: 3, attrition: 2.5, leader: 10 },
      receiptDate: '2027-03-03',
    };
    const after: Required<ListLine> = {
      ...{ _id: before._id, position: 2.5, productId: other._id, raw: 'NB-E32', quantity: 200 },
      ...{ customerRef: '008', designators: 'R2', perBoard: 4, attrition: 0.5, leader: 20 },
      receiptDate: '2027-05-05',
    };
    await change(buyer, [put(before)]);
    assert.deepEqual((await read(buyer)).lines, [before]);
    let now = before;
    for (const field of LINE_FIELDS) {
      now = { ...now, [field]: after[field] };
      await change(buyer, [put(after, field)]);
      assert.deepEqual((await read(buyer)).lines, [now], field);
    }
    assert.deepEqual(now, after);
  });

  test('takes changes of one line by two devices, field by field', async () => {
    const buyer = await shop.signUp();
    const line = newLine({ quantity: 100, customerRef: 'old' });
    const { version } = (await change(buyer, [put(line)])).body;
    const answers = await Promise.all([
      change(buyer, [put({ ...line, quantity: 300 }, 'quantity')], { version }),
      change(buyer, [put({ ...line, customerRef: 'new' }, 'customerRef')], { version }),
    ]);
    // The second one hears of the first.
    assert.deepEqual(answers.map(({ body }) => body.list === undefined).sort(), [false, true]);
    const [now] = (await read(buyer)).lines!;
    assert.deepEqual([now!.quantity, now!.customerRef], [300, 'new']);
  });

  test('takes back a line that one device has removed and another one changes', async () => {
    const buyer = await shop.signUp();
    const line = newLine({ raw: '5 pcs', quantity: 100 });
    await change(buyer, [put(line)]);
    await change(buyer, [{ op: 'remove', _id: line._id }]);
    await change(buyer, [put({ ...line, quantity: 250 }, 'quantity')]);
    const [now] = (await read(buyer)).lines!;
    assert.deepEqual([now!.raw, now!.quantity], ['5 pcs', 250]);
  });

  test('changes nothing when a change whose answer was lost is sent again', async () => {
    const buyer = await shop.signUp();
    const line = newLine({ quantity: 100 });
    const first = await change(buyer, [put(line)], { key: 'one' });
    await change(buyer, [{ op: 'remove', _id: line._id }], { version: 1 });
    const again = await change(buyer, [put(line)], { key: 'one' });
    assert.deepEqual([first.body.version, again.body.version], [1, 1]);
    assert.deepEqual((await read(buyer)).lines, []);
  });

  test('leaves out a product that never was', async () => {
    const buyer = await shop.signUp();
    const lines = [
      newLine({ position: 1, raw: 'a', productId: randomUUID() }),
      newLine({ position: 2, raw: 'b', productId: 'x' }),
    ];
    assert.equal(
      (
        await change(
          buyer,
          lines.map((line) => put(line)),
        )
      ).status,
      200,
    );
    assert.deepEqual(
      (await read(buyer)).lines!.map(({ productId }) => productId),
      [null, null],
    );
  });
});

describe('saved lists', () => {
  test('are listed, renamed and deleted', async () => {
    const buyer = await shop.signUp();
    const id = await save(buyer, 'Board A', [newLine(), newLine()]);
    await change(
      buyer,
      [
        { op: 'rename', name: 'Board B' },
        { op: 'boards', boards: 25 },
      ],
      { id },
    );
    const { body } = await shop.call('GET /lists', { token: buyer.token });
    assert.deepEqual(
      body.map(({ name, lineCount, boards }: Record<string, unknown>) => [name, lineCount, boards]),
      [['Board B', 2, 25]],
    );
    assert.deepEqual((await shop.call(`DELETE /lists/${id}`, { token: buyer.token })).body, {
      deletedCount: 1,
    });
    assert.equal((await shop.call(`GET /lists/${id}`, { token: buyer.token })).status, 404);
    await requireSound();
  });

  test('are read by others with the key that their owner has given, and changed by none', async () => {
    const [owner, other] = [await shop.signUp(), await shop.signUp()];
    const id = await save(owner, 'Board A', [newLine({ raw: 'x' })]);
    const get = (query = '') => shop.call(`GET /lists/${id}${query}`, { token: other.token });
    assert.equal((await get()).status, 404);
    await change(owner, [{ op: 'share', shared: true }], { id });
    const { shareKey } = await read(owner, id);
    const shared = await get(`?key=${shareKey}`);
    assert.deepEqual([shared.status, shared.body.lines.length, shared.body.shareKey], [200, 1, undefined]);
    assert.equal((await get('?key=')).status, 404);
    assert.equal((await get(`?key=${'a'.repeat(22)}`)).status, 404);
    assert.equal((await change(other, [{ op: 'rename', name: 'Mine' }], { id })).status, 404);
    await change(owner, [{ op: 'share', shared: false }], { id });
    assert.equal((await get(`?key=${shareKey}`)).status, 404);
  });

  test('go with their owner', async () => {
    const buyer = await shop.signUp();
    const id = await save(buyer, 'Board A', [newLine()]);
    await pool.query('delete from users where email = $1', [buyer.email]);
    const { rows } = await pool.query('select from list_lines where list_id = $1', [id]);
    assert.equal(rows.length, 0);
  });
});

describe('waiting for a newer version', () => {
  test('ends when another device changes the list, also by another process', async () => {
    const buyer = await shop.signUp();
    const { _id: id } = await read(buyer);
    const waiting = read(buyer, 'cart', '?after=0');
    await change(buyer, [put(newLine({ quantity: 5 }))]);
    assert.equal((await waiting).lines!.length, 1);

    const more = read(buyer, id, '?after=1');
    // Until it waits, it would find the new version by itself.
    await pool.query('update lists set version = 2 where id = $1', [id]);
    await pool.query("select pg_notify('lists', $1)", [id]);
    assert.equal((await more).version, 2);
  });

  test('ends for the one that waits longest when too many do', async () => {
    const buyer = await shop.signUp();
    await read(buyer);
    let answered = 0;
    const waiting = Array.from({ length: 11 }, async () => {
      const { lines } = await read(buyer, 'cart', '?after=0');
      answered += 1;
      return lines;
    });
    await until(async () => answered === 1);
    assert.equal(await Promise.race(waiting), undefined);
    await change(buyer, [put(newLine())]);
    assert.equal((await Promise.all(waiting)).filter(Boolean).length, 10);
  });

  test('takes nobody else a place: who has the key of a list has their own', async () => {
    const [owner, other] = [await shop.signUp(), await shop.signUp()];
    const id = await save(owner, 'Board A');
    await change(owner, [{ op: 'share', shared: true }], { id });
    const { version, shareKey } = await read(owner, id);
    let isOwnerAnswered = false;
    const own = read(owner, id, `?after=${version}`).then((list) => {
      isOwnerAnswered = true;
      return list;
    });
    let answered = 0;
    const others = Array.from({ length: 25 }, async () => {
      await read(other, id, `?after=${version}&key=${shareKey}`);
      answered += 1;
    });
    await until(async () => answered >= 15);
    assert.equal(isOwnerAnswered, false);
    await change(owner, [put(newLine())], { id, version });
    assert.equal((await own).lines!.length, 1);
    await Promise.all(others);
  });

  test('is refused for a while to whoever asks again and again with more than have a place', async () => {
    const limited = await startTestShop({ RATE_LIMITS: 'on' });
    try {
      const { token } = await limited.signUp();
      const ask = () => limited.call('GET /lists/cart?after=0', { token });
      await limited.call('GET /lists/cart', { token });
      let asked = 0;
      let refused: CallResult | undefined;
      const spinning = Array.from({ length: 14 }, async () => {
        while (!refused) {
          asked += 1;
          const answer = await ask();
          if (answer.status !== 200) refused ??= answer;
        }
      });
      await until(async () => refused !== undefined);
      assert.deepEqual([refused!.status, refused!.body.params.what], [429, 'wait']);
      assert.ok(Number(refused!.headers.get('retry-after')) >= 1);
      assert.ok(asked < 300, `${asked} asked`);
      const line = newLine();
      const body = { version: 0, ops: [{ op: 'put', line }] };
      assert.equal((await limited.call('PATCH /lists/cart', { token, body })).status, 200);
      await Promise.all(spinning);
    } finally {
      await limited.close();
    }
  });
});

test('who reads a large list again and again waits for themselves, and others read theirs', async () => {
  const limited = await startTestShop({ RATE_LIMITS: 'on' });
  try {
    const [greedy, other] = [await limited.signUp(), await limited.signUp()];
    const lines = Array.from({ length: 500 }, () => newLine({ raw: 'x'.repeat(500) }));
    const ids: string[] = [];
    for (const { token } of [greedy, other]) {
      const { body } = await limited.call('POST /lists', { token, body: { name: 'Large', lines } });
      ids.push(body.insertedId);
    }
    let isRefused = false;
    const readers = Array.from({ length: 20 }, async () => {
      for (let n = 0; n < 20 && !isRefused; n += 1) {
        const { status } = await limited.call(`GET /lists/${ids[0]}`, { token: greedy.token });
        isRefused ||= status === 429;
      }
    });
    await Promise.all(readers);
    assert.ok(isRefused);
    const { status, body } = await limited.call(`GET /lists/${ids[1]}`, { token: other.token });
    assert.deepEqual([status, body.lines.length], [200, 500]);
  } finally {
    await limited.close();
  }
});

describe('what somebody may keep', () => {
  test('is 200 lists, also when twenty are saved at the same moment', async () => {
    const buyer = await shop.signUp();
    await pool.query(
      `insert into lists (id, user_id, kind, name)
       select gen_random_uuid(), (select id from users where email = $1), 'saved', 'List ' || n from generate_series(1, 190) n`,
      [buyer.email],
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.call('POST /lists', { token: buyer.token, body: { name: 'One more' } }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 409);
    assert.deepEqual([refused.length, refused[0]!.body.code], [10, 'too_many_lists']);
    const { status, body } = await shop.call('GET /lists/cart', { token: buyer.token });
    assert.deepEqual([status, body.code], [409, 'too_many_lists']);
    await requireSound();
  });

  test('is 5,000 lines a list', async () => {
    const buyer = await shop.signUp();
    const lines = Array.from({ length: 5_000 }, (_, n) => newLine({ position: n }));
    const id = await save(buyer, 'Long');
    for (let from = 0; from < 5_000; from += 1_000) {
      const ops = lines.slice(from, from + 1_000).map((line) => put(line));
      assert.equal((await change(buyer, ops, { id })).status, 200);
    }
    const { status, body } = await change(buyer, [put(newLine())], { id });
    assert.deepEqual([status, body.code, body.params], [409, 'lists_full', { what: 'lines', most: 5_000 }]);
    assert.equal((await change(buyer, [put({ ...lines[0]!, quantity: 3 }, 'quantity')], { id })).status, 200);
    assert.equal((await read(buyer, id)).lines!.length, 5_000);
  });

  test('is reached by one call, with what lines usually say', async () => {
    const buyer = await shop.signUp();
    const lines = Array.from({ length: 5_000 }, (_, position) =>
      newLine({
        ...{ position, raw: `C0603X104K5RACTU ${position}`, quantity: 1_000, perBoard: 10 },
        ...{ customerRef: `REF-${position}`, designators: 'C1, C2, C3, C4, C5, C6, C7, C8, C9, C10' },
      }),
    );
    const { status, body } = await shop.call('POST /lists', {
      token: buyer.token,
      body: { name: 'Long', lines },
    });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await read(buyer, body.insertedId)).lines!.length, 5_000);
    const tooLong = {
      name: 'Long',
      lines: Array.from({ length: 400 }, () => newLine({ raw: 'x'.repeat(6_000) })),
    };
    const refused = await shop.call('POST /lists', { token: buyer.token, body: tooLong });
    assert.equal(refused.status, 413);
  });

  test('is so many bytes in all lists together', async () => {
    const buyer = await shop.signUp();
    const id = await save(buyer, 'Texts');
    await pool.query('update users set list_bytes = 20971520 - 300 where email = $1', [buyer.email]);
    assert.equal((await change(buyer, [put(newLine({ raw: 'é'.repeat(100) }))], { id })).status, 200);
    const { status, body } = await change(buyer, [put(newLine())], { id });
    assert.deepEqual([status, body.code, body.params.what], [409, 'lists_full', 'bytes']);
    await pool.query('update users set list_bytes = 300 where email = $1', [buyer.email]);
    await requireSound();
  });
});
