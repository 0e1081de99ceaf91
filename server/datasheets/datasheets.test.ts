import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { catalogue } from '#content/catalogue.ts';
import { seller } from '#content/shop.ts';
import type { Product } from '#contract/products.ts';
import { readPages } from '../../tests/fixtures/pdf.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { groupsOf } from './facts.ts';
import { drawSheet } from './sheet.ts';

// Before the first test: what is awaited behind one may come when the file counts as finished.
const shop = await startTestShop();
after(() => shop.close());

describe('a datasheet', () => {
  const part: Product = {
    ...plainProduct,
    ...{ name: 'Case Fan, 120 mm', sku: 'AF-120', maker: 'AeroFlow', weightGrams: 1250, multiple: 50 },
    package: { name: 'Box', pieces: 50 },
    attributes: [
      { key: 'size', name: 'Size', value: 120, unit: 'mm' },
      { key: 'pwm', name: 'PWM', value: true },
    ],
  };

  test('tells the facts of the part, and neither price nor stock', () => {
    assert.deepEqual(groupsOf(part), [
      {
        title: 'Specifications',
        rows: [
          ['Size', '120 mm'],
          ['PWM', 'Yes'],
        ],
      },
      { title: 'Physical', rows: [['Weight', '1.25 kg']] },
      {
        title: 'Ordering information',
        rows: [
          ['Order by SKU', 'AF-120'],
          ['Lifecycle', 'Active'],
          ['Package', 'Box, 50 pieces'],
          ['Smallest order', '100 pieces'],
          ['Orders are multiples of', '50 pieces'],
        ],
      },
    ]);
  });

  test('leaves out what is not known', () => {
    assert.deepEqual(
      groupsOf(plainProduct).map(({ title, rows }) => [title, rows.map(([name]) => name)]),
      [['Ordering information', ['Order by SKU', 'Lifecycle', 'Smallest order']]],
    );
  });

  test('is a tagged PDF with a title, the same bytes for the same facts, and others for others', async () => {
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#357' } })
      .jpeg()
      .toBuffer();
    const sheet = await drawSheet(part, picture);
    const text = sheet.toString('latin1');
    assert.ok(text.startsWith('%PDF-1.7'));
    for (const said of ['/Marked true', '/Lang (en)', '/DisplayDocTitle true', '(AF-120: Case Fan, 120 mm)'])
      assert.ok(text.includes(said), said);
    for (const tag of ['H1', 'H2', 'Figure', 'Table', 'TR', 'TH', 'TD'])
      assert.ok(text.includes(`/S /${tag}`), tag);
    assert.ok(sheet.equals(await drawSheet(part, picture)));
    assert.ok(!sheet.equals(await drawSheet({ ...part, weightGrams: 1300 }, picture)));
  });

  test('names the maker and not the shop, which can be renamed while its files stay', async () => {
    const sheet = await drawSheet(part, undefined);
    const text = readPages(sheet).join('\n');
    assert.match(text, /^AeroFlow$/m);
    for (const said of [seller.name, seller.email, ...seller.address])
      assert.ok(!`${text}${sheet.toString('latin1')}`.includes(said), said);
  });

  test('takes as many pages as its facts do', async () => {
    const pagesOf = async (count: number) => {
      const attributes = Array.from({ length: count }, (_, n) => ({
        ...{ key: `a${n}`, name: `Attribute ${n}`, value: 'long words '.repeat(18) },
      }));
      const text = (await drawSheet({ ...part, attributes }, undefined)).toString('latin1');
      return text.match(/\/Type \/Page\b/g)?.length;
    };
    assert.deepEqual([await pagesOf(0), await pagesOf(60)], [1, 5]);
  });

  test('can write every text of the demo catalogue', () => {
    // The letters of the fonts that every PDF reader has (WinAnsiEncoding).
    const printable = /^[\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122]*$/;
    for (const { name, shortDetails, maker = '', mpn = '', attributes = {} } of catalogue)
      for (const text of [name, shortDetails, maker, mpn, ...Object.values(attributes).map(String)])
        assert.match(text ?? '', printable);
  });
});

const list = async (): Promise<Product[]> => (await shop.call('GET /products')).body;
const missing = async () => (await list()).filter(({ attachments }) => attachments.length === 0);
const query = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values);
const due = async () => (await query("select from settings where name = 'datasheets'")).rowCount!;

test('each part of the demo catalogue gets one, after a start that was ended, too, and never again', async () => {
  const { token } = await shop.signInAdmin();
  // Three parts are enough.
  const skus = catalogue.slice(0, 3).map(({ sku }) => sku);
  const gone = 'removed_at = now(), revision = revision + 1, changed_at = now()';
  await query(`update products set ${gone} where sku <> all($1)`, [skus]);
  const own = {
    name: 'Own',
    image: '/images/x.webp',
    shortDetails: 'Mine',
    minOrder: 100,
    available: 1,
    price: 9,
  };
  const { body: added } = await shop.call('POST /products', { token, body: own });
  await until(async () => (await missing()).length === 4);

  // An admin opens the form of the part that gets its datasheet while it is open.
  const open = (await missing()).find(({ sku }) => sku === skus[0])!;

  const ended = await shop.startAnother({ datasheets: true });
  await ended.close();
  await shop.startAnother({ datasheets: true });
  await until(async () => (await missing()).length === 1 && (await due()) === 0);
  assert.equal((await missing())[0]!._id, added.insertedId);
  const late = await shop.call(`PATCH /products/${open._id}`, {
    token,
    body: { attachments: [], revision: open.revision },
  });
  assert.deepEqual([late.status, late.body.code], [409, 'changed_meanwhile']);

  const urls = new Set<string>();
  for (const { attachments, sku } of await list()) {
    for (const { kind, name, url, bytes } of attachments) {
      assert.deepEqual([kind, name], ['datasheet', 'Datasheet']);
      const file = Buffer.from(await (await fetch(shop.origin + url)).arrayBuffer());
      assert.equal(file.length, bytes);
      assert.ok(file.includes(`(${sku}: `), sku);
      urls.add(url);
    }
  }
  assert.equal(urls.size, 3);

  const first = (await list())[0]!;
  await shop.call(`PATCH /products/${first._id}`, { token, body: { attachments: [] } });
  const later = await shop.startAnother({ datasheets: true });
  await later.close();
  assert.equal((await missing()).length, 2);
});
