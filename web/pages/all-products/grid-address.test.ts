import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOn, type GridState, gridPath, queryOf, readGrid, withGrid } from './grid-address.ts';

const read = (query: string) => readGrid(new URLSearchParams(query));
const bare: GridState = { makers: [], inStock: false, facets: {} };

test('a state survives the round trip through the address', () => {
  const state: GridState = {
    q: 'ddr5 25 GbE',
    category: 'memory',
    makers: ['Northbridge', 'Ohm, Sons'],
    price: { min: 5 },
    inStock: true,
    facets: { capacity: { values: ['16', '32'] }, speed: { min: 4800, max: 5600 } },
    sort: '-f.speed',
    view: 'list',
    after: '0190-x',
  };
  const { pathname, searchParams } = new URL(gridPath(state), 'http://shop');
  assert.equal(pathname, '/allProducts');
  assert.deepEqual(readGrid(searchParams), { state, faults: [] });
  assert.equal(gridPath({}), '/allProducts');
  assert.equal(gridPath({ q: 'ddr5', sort: '-price' }), '/allProducts?q=ddr5&sort=-price');
});

test('empty and unknown values narrow nothing', () => {
  assert.deepEqual(read('q=%20&sort=colour&after=&view=tiles&maker=&price.min=').state, bare);
  for (const sort of ['constructor', 'f.', '-f.A', 'f.__proto__', 'xf.size', '--price'])
    assert.deepEqual(read(`sort=${sort}`).state, bare, sort);
  assert.deepEqual(read('price=9..5').faults, [{ field: 'price', code: 'range' }]);
});

test('the form sends a field for each value and for each end of a range', () => {
  const { state } = read('category=memory&maker=A&maker=B%5C,+Sons&f.speed.min=4800&f.speed.max=&inStock=1');
  assert.deepEqual(state, {
    ...bare,
    category: 'memory',
    makers: ['A', 'B, Sons'],
    inStock: true,
    facets: { speed: { min: 4800 } },
  });
});

test('an attribute may be called as a property of every object', () => {
  const { state } = read('f.valueof=1..5');
  assert.equal(conditionOn(state, 'constructor'), undefined);
  assert.deepEqual(conditionOn(state, 'valueof'), { min: 1, max: 5 });
});

test('fields that are not the grid’s stay in the address', () => {
  const search = new URLSearchParams('utm_source=mail&q=fan&f.size=120&after=x&view=list&price.min=5');
  assert.equal(withGrid(search, { ...bare, q: 'psu' }), 'utm_source=mail&q=psu');
});

test('calls get neither the view nor the place in the list', () => {
  assert.deepEqual(queryOf({ ...bare, q: 'fan', sort: 'price', view: 'list', after: 'x' }), {
    q: 'fan',
    sort: 'price',
  });
});
