import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalsOf } from '../../basket/matching/priced.ts';
import { aPart, found, priced } from '../../basket/matching/testing.ts';
import { savingWords, statusWords, weightWords } from './foot-words.ts';

const part = aPart({
  ...{ sku: 'NB-E64', price: 4, priceBreaks: [{ from: 1000, price: 3.1 }], weightGrams: 30 },
  ...{ available: 5000, minOrder: 100, multiple: 10 },
});
const heavy = aPart({ sku: 'D5R-64', price: 0.015, available: 100_000 });

const isPart = { productId: part._id };

test('the weight of some and what advice saves are told', () => {
  const totals = totalsOf(
    priced(
      [{ ...isPart, quantity: 930 }, found(part)],
      [{ productId: heavy._id, quantity: 101 }, found(heavy)],
    ),
  );
  assert.equal(weightWords(totals), 'at least 28 kg');
  assert.equal(savingWords(totals), 'Buying 1,000 instead of 930 of NB-E64 saves $620.00');
});

test('several lines with advice are told together', () => {
  const again = aPart({ sku: 'X', price: 4, priceBreaks: [{ from: 1000, price: 3.1 }] });
  const alike = priced(
    [{ ...isPart, quantity: 930 }, found(part)],
    [{ productId: again._id, quantity: 930 }, found(again)],
  );
  assert.equal(savingWords(totalsOf(alike)), 'Buying 1,000 instead of 930 of 2 parts saves $1,240.00');
  const mixed = priced(
    [{ ...isPart, quantity: 930 }, found(part)],
    [{ productId: again._id, quantity: 950 }, found(again)],
  );
  assert.equal(savingWords(totalsOf(mixed)), 'Buying more of 2 parts saves $1,320.00');
});

test('what is not saved yet is told', () => {
  const cart = { lines: [], boards: null, unsaved: 0 };
  assert.equal(statusWords({ ...cart, status: 'saved' }, true), 'Saved');
  assert.equal(statusWords({ ...cart, status: 'saved' }, false), 'Kept in this browser');
  assert.match(statusWords({ ...cart, status: 'offline', unsaved: 3 }, true), /3 changes not saved yet/);
});
