import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDraft } from './draft.ts';
import { Headers } from './headers.ts';
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

test('asks once about words that a field does not know, and adds no part of which nobody knows whether it is on sale', () => {
  const { columns } = new Headers([]).match(['sku', 'name', 'price', 'UOM', 'Published', 'Lifecycle']);
  const judge = new Judge([], columns, []);
  const actions = [
    ['A', 'Fan', 5, 'BOX', 1, 'Discontinued'],
    ['B', 'Fan', 5, 'EA', 'Sold out', 'active'],
    ['C', 'Fan', 5, 'EA', 'yes', 'Discontinued'],
  ].map((cells, n) => judge.judge(toDraft(cells, columns, [], n + 2), undefined).action);
  assert.deepEqual(actions, ['error', 'error', 'new']);
  assert.deepEqual(
    judge.asks.map(({ columns, rows, examples }) => [columns.join(), rows, examples.join()]),
    [
      ['UOM', 1, 'BOX'],
      ['Lifecycle', 2, 'Discontinued'],
      ['Published', 1, 'Sold out'],
    ],
  );
});
