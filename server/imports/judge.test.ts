import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Judge } from './judge.ts';

test('names the column of price breaks that a change makes wrong', () => {
  const judge = new Judge([], [{ column: 'Staffel', field: 'price_breaks' }], []);
  const input = {
    ...{ name: 'Fan', image: '/images/x.webp', shortDetails: 'A fan', minOrder: 100, available: 0, price: 5 },
    ...{ multiple: 1, priceBreaks: [], sku: 'F-1', maker: null, mpn: null, category: null, attributes: {} },
    ...{ package: null, leadDays: null, lifecycle: 'active' as const, weightGrams: null, moreImages: [] },
    ...{ attachments: [], substitutes: [], ean: null, reorderPoint: null, bin: null },
  };
  const draft = {
    row: 2,
    sku: 'F-1',
    said: {},
    fields: { priceBreaks: [{ from: 500, price: 6 }] },
    errors: [],
    told: [],
    cells: [],
  };
  const { action, errors } = judge.judge(draft, { id: 'f', input, attributes: [], shown: [] });
  assert.equal(action, 'error');
  assert.deepEqual(
    errors?.map(({ column, field }) => [column, field]),
    [['Staffel', 'priceBreaks.0.price']],
  );
});
