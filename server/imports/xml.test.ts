import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toDraft } from './draft.ts';
import { Headers } from './headers.ts';
import { readXml } from './xml.ts';

/** What the first row of a feed says, and what is wrong with it. */
function read(xml: string) {
  const [headers, ...rows] = readXml(xml).rows;
  const { columns, asks } = new Headers([]).match(headers as string[]);
  const { sku, fields, said, errors, told } = toDraft(rows[0]!, columns, [], 2);
  const faults = [...errors, ...told].map(({ code }) => code);
  return { sku, price: fields.price, said, faults, asks: asks.map(({ columns }) => columns) };
}

const product = (inner: string) => `<products><product>${inner}</product></products>`;
const bmecat = (prices: string, mode = 'new') =>
  `<BMECAT><T_NEW_CATALOG><ARTICLE mode="${mode}"><SUPPLIER_AID>A-1</SUPPLIER_AID><ARTICLE_PRICE_DETAILS>${prices}</ARTICLE_PRICE_DETAILS></ARTICLE></T_NEW_CATALOG></BMECAT>`;
const price = (inner: string, type = 'net_list') =>
  `<ARTICLE_PRICE price_type="${type}">${inner}</ARTICLE_PRICE>`;

describe('a feed', () => {
  test('gives a part its own values alone, not those of what stands within it', () => {
    const google = read(
      '<rss><item><g:id>A-1</g:id><g:shipping><g:country>US</g:country><g:price>5.00 USD</g:price></g:shipping><g:price>120.00 USD</g:price></item></rss>',
    );
    assert.deepEqual([google.sku, google.price, google.faults], ['A-1', 120, []]);
    const other = read(
      product(
        '<accessory><sku>ACC-9</sku><price>3.00</price></accessory><sku>A-1</sku><price>120.00</price>',
      ),
    );
    assert.deepEqual([other.sku, other.price], ['A-1', 120]);
  });

  test('with two values for one field has none of them', () => {
    const found = read(product('<sku>A-1</sku><price>3.00</price><price>120.00</price>'));
    assert.deepEqual([found.price, found.faults], [undefined, ['import_several']]);
    assert.equal(read(product('<sku>A-1</sku><price>3</price><price>3</price>')).price, 3);
  });

  test('says the currency of a price in an attribute', () => {
    const found = read(product('<sku>A-1</sku><price currency="EUR">3.00</price>'));
    assert.deepEqual([found.price, found.faults], [undefined, ['import_currency']]);
  });
});

test('a part that is said in attributes, or stands within another, is not taken for absent', () => {
  const { rows, unread } = readXml(
    '<products><product><sku>A</sku><item><sku>A-S</sku></item></product><product sku="B"/><product/></products>',
  );
  assert.deepEqual(rows.slice(2), [[{ odd: 'attributes', shown: '' }], []]);
  assert.equal(unread?.(), 1);
});

describe('BMEcat', () => {
  test('prices of several pieces are divided exactly, or refused', () => {
    const of = (amount: string, quantity: number) =>
      read(
        bmecat(
          price(
            `<PRICE_AMOUNT>${amount}</PRICE_AMOUNT><PRICE_CURRENCY>USD</PRICE_CURRENCY><PRICE_QUANTITY>${quantity}</PRICE_QUANTITY>`,
          ),
        ),
      );
    assert.equal(of('450', 100).price, 4.5);
    assert.deepEqual([of('100', 7).price, of('100', 7).faults], [undefined, ['import_price_per']]);
  });

  test('prices of several types are asked about, those with tax and of more pieces are not taken', () => {
    const amount = (n: number) => `<PRICE_AMOUNT>${n}</PRICE_AMOUNT>`;
    const mixed = read(bmecat(price(amount(9)) + price(amount(8), 'net_customer')));
    assert.deepEqual([mixed.price, mixed.asks], [undefined, [['net_list price', 'net_customer price']]]);
    const other = read(
      bmecat(
        price(`${amount(11)}`, 'gros_list') +
          price(`${amount(7)}<LOWER_BOUND>100</LOWER_BOUND>`) +
          price(`${amount(9)}<LOWER_BOUND>1</LOWER_BOUND>`),
      ),
    );
    assert.equal(other.price, 9);
    const inEuro = `<BMECAT><HEADER><CATALOG><CURRENCY>EUR</CURRENCY></CATALOG></HEADER>${bmecat(price(amount(9))).slice(8)}`;
    assert.deepEqual(read(inEuro).faults, ['import_currency']);
  });

  test('an article that is deleted is not on sale', () => {
    assert.equal(read(bmecat(price('<PRICE_AMOUNT>9</PRICE_AMOUNT>'), 'delete')).said.published, false);
  });
});
