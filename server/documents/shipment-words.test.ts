import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seller } from '#content/shop.ts';
import { readPages } from '../../tests/fixtures/pdf.ts';
import { drawDocument } from '../ground/pdf/draw.ts';
import { drawLabel } from '../ground/pdf/label.ts';
import { wordLabel, wordPackingSlip } from './shipment-words.ts';
import type { ShipmentFacts, ShippedLine } from './shipments.ts';

const at = '2026-11-21T10:00:00Z';
const line: ShippedLine = {
  ...{ no: 1, name: 'DDR5 RDIMM 64 GB', sku: 'NB-E64', maker: 'Kestrel', mpn: 'K64', customerRef: '0047-11' },
  ...{ designators: 'C1, C4-C9', ordered: 100, shipped: 60, following: 40 },
};
const shipTo = { name: 'Grace Hopper', company: 'Compilers Ltd', city: 'Oakland', region: 'CA' };

function factsOf(more: Partial<ShipmentFacts> = {}): ShipmentFacts {
  return {
    ...{
      number: 100_234,
      nth: 2,
      placedAt: at,
      shippedAt: at,
      cancelledAt: null,
      carrier: 'UPS',
      tracking: '1Z 999',
      seller,
    },
    ...{
      buyer: { name: 'Ada', email: 'ada@example.com' },
      address: '1 Dock Road\nGate 4',
      phone: '+1 555 0100',
    },
    ...{ shipTo: { ...shipTo, postcode: '94607', country: 'US' }, poNumber: 'PO-7', costCentre: null },
    ...{ deliveryWish: 'Before noon', lines: [line], following: 40 },
    ...more,
  };
}

const slipOf = async (facts: ShipmentFacts) =>
  readPages(await drawDocument(wordPackingSlip(facts), 'letter')).map((page) => page.split('\n'));
const labelOf = async (facts: ShipmentFacts) => {
  const pages = readPages(await drawLabel(wordLabel(facts), '100x150'));
  assert.equal(pages.length, 1);
  return pages[0]!.split('\n');
};

describe('a packing slip', () => {
  test('says what lies in the parcel, what follows, and for whom it is, and no money', async () => {
    const [page] = await slipOf(factsOf());
    for (const said of [
      ...['Packing slip', 'NB-100234, shipment 2', 'PO-7', 'UPS', '1Z 999', 'Before noon', 'Ordered', '100'],
      ...['In this shipment', '60', 'To follow', '40', 'SKU NB-E64 · MPN K64 · Kestrel', '1 line, 60 pcs'],
      ...[
        'Your part number: 0047-11',
        'Reference designators: C1, C4-C9',
        'Grace Hopper',
        'Compilers Ltd',
        'Gate 4',
      ],
      ...['Oakland, CA 94607', '40 pcs of this order come in another shipment.', 'Ada'],
    ])
      assert.ok(page!.includes(said), said);
    assert.ok(!page!.some((text) => /\$|Routing/.test(text)));
    const [last] = await slipOf(factsOf({ lines: [{ ...line, shipped: 100, following: 0 }], following: 0 }));
    assert.ok(last!.includes('Nothing: the order is complete.'));
  });

  test('has each of 500 lines once', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => ({ ...line, no: n + 1, name: `Part ${n + 1}` }));
    const pages = await slipOf(factsOf({ lines }));
    const named = pages.flat().filter((text) => /^Part \d+$/.test(text));
    assert.deepEqual(
      named,
      lines.map(({ name }) => name),
    );
    for (const page of pages) assert.ok(page.includes('In this shipment'));
  });
});

describe('an address label', () => {
  test('says who sends it, where it goes and what it is of, in its size', async () => {
    const label = await labelOf(factsOf());
    for (const said of [
      ...['Grace Hopper', 'Compilers Ltd', '1 Dock Road', 'Gate 4', 'Oakland, CA 94607', 'United States'],
      ...['Tel. +1 555 0100', 'NB-100234', '2', 'PO-7', 'Your parts', '0047-11', 'UPS', '1Z 999'],
    ])
      assert.ok(label.includes(said), said);
    assert.ok(label.some((text) => text.startsWith(`From: ${seller.legalName}`)));
    const a6 = (await drawLabel(wordLabel(factsOf()), 'a6')).toString('latin1');
    assert.ok(a6.includes('/MediaBox [0 0 297.64 419.53]'));
  });

  test('has all of the longest address, and words of foreign letters', async () => {
    const long = { name: 'N', company: 'C', city: 'T', region: 'R' };
    const parts = Object.fromEntries(Object.entries(long).map(([key, one]) => [key, one.repeat(100)]));
    const address = ['X', 'Y', 'Z'].map((one) => one.repeat(100)).join('\n');
    const label = await labelOf(
      factsOf({
        ...{ address, phone: '5'.repeat(50) },
        shipTo: { ...shipTo, ...parts, postcode: 'P'.repeat(20), country: 'US' },
      }),
    );
    const text = label.join('');
    for (const [letter, count] of Object.entries({ N: 100, X: 100, Y: 100, Z: 100, P: 20, 5: 50 }))
      assert.ok(text.replaceAll(/\s/g, '').split(letter).length - 1 >= count, letter);
    assert.ok(label.includes('United States'));
    const foreign = await labelOf(
      factsOf({ shipTo: { ...shipTo, name: '王小明', postcode: '1', country: 'CN' } }),
    );
    assert.ok(foreign.includes('王小明'));
  });

  test('is cut where it never fits, and says so', async () => {
    const label = await labelOf(factsOf({ shipTo: null, address: Array(250).fill('a').join('\n') }));
    assert.ok(label.includes('… see the order'));
    assert.ok(label.includes('PO-7'));
  });

  test('has as many of the buyer’s own numbers as fit, each once', async () => {
    const numbers = ['VX-1', 'VX-1', null, 'W'.repeat(60), 'VX-2', 'W'.repeat(40), 'VX-3'];
    const lines = numbers.map((customerRef, n) => ({ ...line, no: n + 1, customerRef }));
    const { facts } = wordLabel(factsOf({ lines }));
    assert.equal(new Map(facts).get('Your parts'), `VX-1, ${'W'.repeat(60)}, VX-2 and 2 more`);
    const none = wordLabel(factsOf({ lines: [{ ...line, customerRef: null }] }));
    assert.ok(!new Map(none.facts).has('Your parts'));
  });

  test('has words whole where it can', async () => {
    const company = 'Donaudampfschifffahrtsgesellschaft';
    const label = await labelOf(factsOf({ shipTo: { ...shipTo, company, postcode: '1', country: 'DE' } }));
    assert.ok(label.includes(company));
  });
});
