import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SECTIONS, type Section, sectionSchemas } from '#contract/settings/schema.ts';
import { purchaseFor } from '../../tests/fixtures/purchases.ts';
import { orderFor, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { requireKnownZone } from '../ground/days.ts';
import { readEnv } from '../ground/env.ts';
import { Settings } from './settings.ts';
import { standardSettings } from './standard.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const send = (route: string, body?: object) =>
  shop.call(route, { token: admin.token, ...(body && { body }) });
const read = async () => (await send('GET /settings')).body;
/** Saves fields of a section over what it is now. */
async function save(section: Section, fields: object) {
  const { revision, value } = (await read())[section];
  return send(`PUT /settings/${section}`, { revision, value: { ...value, ...fields } });
}
const back = async (section: Section) =>
  send(`PUT /settings/${section}`, { revision: (await read())[section].revision, value: null });

describe('settings', () => {
  test('are as content/ and the environment say until they are saved, and again when they are taken back', async () => {
    const standard = standardSettings(readEnv({}));
    const { shop: section } = await read();
    assert.deepEqual(section, {
      revision: 0,
      value: standard.shop,
      standard: standard.shop,
      isStandard: true,
    });
    assert.equal((await save('shop', { name: 'Acme Parts' })).status, 200);
    const { shop: saved } = await read();
    assert.deepEqual([saved.revision, saved.value.name, saved.isStandard], [1, 'Acme Parts', false]);
    assert.equal((await shop.call('GET /config')).body.shop.name, 'Acme Parts');
    assert.equal((await back('shop')).status, 200);
    assert.equal((await shop.call('GET /config')).body.shop.name, standard.shop.name);
  });

  test('of content/ and the environment could be saved as they are', async () => {
    const all = await read();
    for (const section of SECTIONS) sectionSchemas[section].parse(all[section].standard);
  });

  test('a change that is based on an older one is refused, also of two at once', async () => {
    const { revision, value } = (await read()).mail;
    const put = (name: string) => send('PUT /settings/mail', { revision, value: { ...value, name } });
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map(put));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    const { body } = answers.find(({ status }) => status === 409)!;
    assert.deepEqual([body.code, body.params], ['changed_meanwhile', { revision: revision + 1 }]);
    assert.equal((await send('PUT /settings/mail', { revision: revision + 7, value })).status, 409);
  });

  test('another process has a change within a second', async () => {
    // By the announcement: it does not look by itself before the test is over.
    const other = new Settings(shop.database, standardSettings(readEnv({})), 24 * 60 * 60_000);
    await other.open();
    try {
      await save('shop', { claim: 'Heard elsewhere' });
      await until(async () => other.values.shop.claim === 'Heard elsewhere');
    } finally {
      await other.close();
    }
  });

  test('the OpenAPI document is in the name of now, in every process and wherever it is read', async () => {
    const other = await shop.startAnother();
    const documents = async () => {
      const read = [shop, other].map((one) => one.call('GET /openapi.json'));
      const page = fetch(`${shop.origin}/docs/json`).then(async (answer) => ({ body: await answer.json() }));
      return (await Promise.all([...read, page])).map(({ body }) => body.info);
    };
    for (const { title } of await documents()) assert.equal(title, standardSettings(readEnv({})).shop.name);
    await save('shop', { name: 'Harbor Parts', email: 'api@harbor.example' });
    await until(async () => (await documents()).every(({ title }) => title === 'Harbor Parts'));
    for (const { contact } of await documents())
      assert.deepEqual(contact, { name: 'Harbor Parts', email: 'api@harbor.example' });
    await back('shop');
  });

  test('each change is in the log and in the versions, with who changed what', async () => {
    await save('orders', { holdMinutes: 90 });
    const { body: events } = await send('GET /events?kind=settings_changed&limit=1');
    assert.deepEqual(events[0].facts.changes, [{ field: 'holdMinutes', from: '1440', to: '90' }]);
    assert.match(events[0].why, /Orders and days: holdMinutes 1440 → 90/);
    const { body: versions } = await send('GET /settings/orders/versions');
    assert.deepEqual(
      [versions[0].who, versions[0].changes, versions[0].value.holdMinutes],
      [admin.email, events[0].facts.changes, 90],
    );
    await back('orders');
    const { body: after } = await send('GET /settings/orders/versions');
    assert.deepEqual([after[0].isStandard, after[0].changes[0].to, after[1].revision], [true, '1440', 1]);
  });

  test('as many versions of a section are kept as are of use', async () => {
    await shop.database.pool.query(
      `insert into shop_settings (section, revision, saved_by)
       select 'portfolio', n, 'somebody' from generate_series(1, 60) as n`,
    );
    await back('portfolio');
    const { rows } = await shop.database.pool.query(
      "select min(revision), count(*)::int from shop_settings where section = 'portfolio'",
    );
    assert.deepEqual(rows, [{ min: 12, count: 50 }]);
    assert.equal((await send('GET /settings/portfolio/versions')).body.length, 20);
  });

  test('a saved value of an earlier version has what was added since from the standard; one that is wrong is not used', async () => {
    const put = (value: object) =>
      shop.database.pool.query(
        `insert into shop_settings (section, revision, value, saved_by)
         select 'mail', max(revision) + 1, $1, 'somebody' from shop_settings where section = 'mail'`,
        [JSON.stringify(value)],
      );
    await put({ name: 'Half' });
    const { mail } = await read();
    assert.deepEqual(mail.value, { ...mail.standard, name: 'Half' });
    await put({ name: 'Half', address: 'a b' });
    assert.deepEqual((await read()).mail.value, mail.standard);
    await back('mail');
  });
});

describe('what a section may say', () => {
  const refusals: [Section, object, field: string, code: string][] = [
    ['shop', { name: ' ' }, 'name', 'setting_required'],
    ['shop', { name: 'A\nB' }, 'name', 'one_line'],
    ['shop', { name: 'x\ud800' }, 'name', 'unstorable'],
    ['shop', { name: ['x'] }, 'name', 'setting_required'],
    ['shop', { address: [] }, 'address', 'setting_list_least'],
    ['shop', { address: ['a\u0000'] }, 'address.0', 'unstorable'],
    ['shop', { bank: Array(7).fill('x') }, 'bank', 'setting_list_most'],
    ['mail', { address: 'a@b.example\r\nBcc: all@example.com' }, 'address', 'email_form'],
    ['mail', { address: 'a@b.example, c@d.example' }, 'address', 'email_form'],
    ['mail', { name: 'A\r\nBcc: all@example.com' }, 'name', 'one_line'],
    ['mail', { name: 'A <b@c.example>' }, 'name', 'sender_name'],
    ['orders', { timeZone: 'Berlin' }, 'timeZone', 'time_zone'],
    ['orders', { timeZone: '+02:00' }, 'timeZone', 'time_zone'],
    ['orders', { timeZone: "UTC'; drop table users; --" }, 'timeZone', 'time_zone'],
    ['orders', { smallestOrder: 0 }, 'smallestOrder', 'smallest_order'],
    ['orders', { smallestOrder: 1.5 }, 'smallestOrder', 'smallest_order'],
    ['orders', { shipWithinDays: -1 }, 'shipWithinDays', 'ship_within'],
    ['orders', { shipWithinDays: 366 }, 'shipWithinDays', 'ship_within'],
    ['orders', { shipWithinDays: '2' }, 'shipWithinDays', 'ship_within'],
    ['orders', { holdMinutes: '60' }, 'holdMinutes', 'hold_minutes'],
    ['orders', { holdMinutes: 1e9 }, 'holdMinutes', 'hold_minutes'],
    ['home', { banners: [] }, 'banners', 'setting_list_least'],
    ['home', { searches: { length: 1 } }, 'searches', 'setting_list'],
    ['blog', { entries: [{ question: 'x', answer: [] }] }, 'entries.0.answer', 'setting_list_least'],
  ];
  for (const [section, fields, field, code] of refusals)
    test(`${section}: ${JSON.stringify(fields).slice(0, 80)} is refused at ${field}`, async () => {
      const { status, body } = await save(section, fields);
      assert.deepEqual(
        [status, body.errors?.[0].field, body.errors?.[0].code],
        [400, `value.${field}`, code],
      );
    });

  test('a time zone is one that the database counts days in, too, and not only JavaScript', async () => {
    const { db } = shop.database;
    // JavaScript has names of Java's for zones; PostgreSQL has none of them, and every statement about days would fail.
    for (const zone of ['VST', 'PNT', 'SystemV/PST8']) {
      const { status, body } = await save('orders', { timeZone: zone });
      assert.deepEqual(
        [status, body.errors?.[0].field, body.errors?.[0].code],
        [400, 'value.timeZone', 'time_zone'],
      );
      await assert.rejects(requireKnownZone(db, zone, 'value.timeZone'), { code: 'invalid_input' });
    }
    for (const zone of ['UTC', 'Asia/Kolkata', 'america/los_angeles'])
      await requireKnownZone(db, zone, 'value.timeZone');
    assert.equal((await send('GET /desk/overview')).body.timeZone, (await read()).orders.standard.timeZone);
  });

  test('a link of a banner stays in the shop, and one of a project goes to the web', async () => {
    const { home, portfolio } = await read();
    const bannersTo = (to: string) =>
      save('home', {
        banners: home.value.banners.map((banner: object) => ({ ...banner, link: { to, label: 'Go' } })),
      });
    for (const to of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a b',
    ])
      assert.equal((await bannersTo(to)).status, 400, to);
    assert.equal((await bannersTo('/allProducts?category=memory#top')).status, 200);
    const projectAt = (href: string) =>
      save('portfolio', {
        projects: [{ ...portfolio.value.projects[0], link: { label: 'x', href } }],
      });
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      ' https://a.example',
      'https://a@b.example',
    ])
      assert.equal((await projectAt(href)).status, 400, href);
    assert.equal((await projectAt('https://example.com/x')).status, 200);
    await back('home');
    await back('portfolio');
  });

  test('a picture of a banner is an own one or an uploaded one', async () => {
    const { home } = await read();
    const withPicture = (picture: string) =>
      save('home', { banners: home.value.banners.map((banner: object) => ({ ...banner, picture })) });
    for (const picture of ['unknown', 'javascript:alert(1)', '/images/../x', ''])
      assert.equal((await withPicture(picture)).status, 400, picture);
    assert.equal((await withPicture('/images/abc.webp')).status, 200);
    await back('home');
  });

  test('unknown fields are dropped, deep and large values are refused, and so are unknown sections', async () => {
    const { revision, value } = (await read()).blog;
    const extra = { ...value, __proto__: null, evil: true, entries: [{ ...value.entries[0], evil: 1 }] };
    assert.equal((await send('PUT /settings/blog', { revision, value: extra })).status, 200);
    const { value: saved } = (await read()).blog;
    assert.deepEqual([saved.evil, saved.entries[0].evil], [undefined, undefined]);
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const body = `{"revision":1,"value":{"title":${deep}}}`;
    const sent = await fetch(`${shop.origin}/settings/blog`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body,
    });
    assert.equal(sent.status, 400);
    // Each text is within its bound, and all of them together are not.
    const entries = Array.from({ length: 50 }, () => ({ question: 'x', answer: ['y'.repeat(3000)] }));
    const large = await save('blog', { entries });
    assert.deepEqual([large.status, large.body.errors[0].code], [400, 'setting_bytes']);
    for (const section of ['auth_secret', 'constructor', '__proto__'])
      assert.equal(
        (await send(`PUT /settings/${section}`, { revision: 0, value: null })).status,
        404,
        section,
      );
    assert.equal((await send('GET /contents/shop')).status, 404);
    await back('blog');
  });

  test('the database bounds a value, too', async () => {
    const insert = (value: string) =>
      shop.database.pool.query(
        "insert into shop_settings (section, revision, value, saved_by) values ('x', 1, $1, 'somebody')",
        [value],
      );
    await assert.rejects(insert(JSON.stringify({ text: 'x'.repeat(65_536) })), /shop_settings_size/);
    await assert.rejects(insert('[]'), /shop_settings_size/);
    await assert.rejects(insert('"x"'), /shop_settings_size/);
  });
});

describe('what follows a change', () => {
  test('the smallest order is refused and taken by what is set', async () => {
    const buyer = await shop.signUp();
    const { body: products } = await shop.call('GET /products');
    const part = products.find((one: { multiple: number; minOrder: number }) => one.multiple === 1);
    await send(`PATCH /products/${part._id}`, { minOrder: 1 });
    const order = (pieces: number) =>
      shop.call('POST /orders', { token: buyer.token, body: { ...orderFor(part, buyer), order: pieces } });
    assert.deepEqual((await order(99)).body.errors[0].params, { least: 100 });
    await save('orders', { smallestOrder: 10 });
    assert.equal((await order(9)).body.detail, 'Please Enter Minimum Quantity.');
    assert.equal((await order(10)).status, 201);
    await save('orders', { smallestOrder: 150 });
    assert.deepEqual((await order(149)).body.errors[0].params, { least: 150 });
    // The database decides for lines, which the schema does not bound.
    const purchase = await shop.call('POST /purchases', {
      token: buyer.token,
      body: purchaseFor([[part, 149]]),
    });
    assert.deepEqual(
      [purchase.body.code, purchase.body.errors?.[0].params],
      ['lines_refused', { least: 150 }],
    );
    await back('orders');
  });

  test('an unpaid order keeps its stock for as long as is set', async () => {
    const buyer = await shop.signUp();
    await save('orders', { holdMinutes: 5 });
    const { body: products } = await shop.call('GET /products');
    const { body } = await shop.call('POST /orders', {
      token: buyer.token,
      body: orderFor(products[3], buyer),
    });
    assert.ok(body.insertedId, body.detail);
    const { heldUntil, createdAt } = (
      await shop.call(`GET /orders/${body.insertedId}`, { token: buyer.token })
    ).body;
    const minutes = (Date.parse(heldUntil) - Date.parse(createdAt)) / 60_000;
    assert.ok(minutes > 4 && minutes < 6, `${minutes}`);
    assert.deepEqual((await shop.call('GET /config')).body.hold, { minutes: 5, unprovenMinutes: 5 });
    await back('orders');
  });

  test('days are counted in the time zone that is set', async () => {
    const { body: before } = await send('GET /desk/overview');
    // Of these two it is another day in one at any moment.
    const days = new Set<string>();
    for (const timeZone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      await save('orders', { timeZone });
      const { body } = await send('GET /desk/overview');
      assert.equal(body.timeZone, timeZone);
      days.add(body.today);
    }
    assert.equal(days.size, 2);
    await back('orders');
    assert.equal((await send('GET /desk/overview')).body.timeZone, before.timeZone);
  });
});
