import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NumberIndex } from './number-index.ts';

function indexOf(keys: string[]): NumberIndex<string> {
  const index = new NumberIndex<string>();
  for (const key of keys) index.put(key, key);
  return index;
}

const index = indexOf(['CPUC847', 'CPUC848', 'CPUE64280', 'D5U560032', 'D5U560016', '1N41481', 'CPUC84']);
const misspelt = (key: string, most = 9) => index.misspelt(key, most).map(({ entry }) => entry);

test('finds whole numbers, and beginnings in the order of their keys', () => {
  assert.deepEqual(index.exactly('CPUC84'), ['CPUC84']);
  assert.deepEqual(index.exactly('CPUC8'), []);
  assert.deepEqual(index.beginning('CPUC', 9), ['CPUC84', 'CPUC847', 'CPUC848']);
  assert.deepEqual(index.beginning('CPUC', 2), ['CPUC84', 'CPUC847']);
});

test('finds numbers with one letter wrong, dropped, added or swapped', () => {
  for (const typed of [
    'D5U560O32',
    'D5U56032',
    'D5U5600332',
    'D5U506032',
    '5DU560032',
    'D5U56003',
    'XD5U560032',
  ])
    assert.equal(misspelt(typed)[0], 'D5U560032', typed);
  assert.deepEqual(misspelt('D5U50632'), [], 'two letters are wrong');
});

test('finds a number whose beginning is misspelt, after whole ones', () => {
  assert.deepEqual(misspelt('CPVC84'), ['CPUC84', 'CPUC847', 'CPUC848']);
  assert.deepEqual(misspelt('CPVC84', 2), ['CPUC84', 'CPUC847']);
  assert.deepEqual(misspelt('CPX'), [], 'too short');
  assert.deepEqual(misspelt('C'.repeat(200)), [], 'too long');
});

test('says which beginning of the number is meant', () => {
  assert.deepEqual(index.misspelt('D5U5600X', 1), [{ entry: 'D5U560016', key: 'D5U5600' }]);
});

test('several entries may have the same number, and each is removed by itself', () => {
  const several = new NumberIndex<object>();
  const [a, b] = [{}, {}];
  several.put('1N41481', a);
  several.put('1N41481', b);
  assert.deepEqual(new Set(several.exactly('1N41481')), new Set([a, b]));
  several.remove('1N41481', a);
  assert.deepEqual(several.exactly('1N41481'), [b]);
  several.remove('1N41481', a);
  assert.equal(several.exactly('1N41481').length, 1);
});

test('many numbers that change move the others once, also where all have the same', () => {
  for (const keyOf of [(n: number) => `K${n}`, () => 'SHARED']) {
    const many = new NumberIndex<number>();
    for (let n = 0; n < 5000; n += 1) many.put(keyOf(n), n);
    many.settle();
    many.moved = 0;
    for (let n = 4000; n < 4250; n += 1) {
      many.remove(keyOf(n), n);
      many.put(`NEW${n}`, n);
    }
    assert.deepEqual(many.exactly('NEW4100'), [4100]);
    assert.equal(many.beginning('', 6000).length, 5000);
    assert.ok(!many.exactly(keyOf(4100)).includes(4100));
    assert.ok(many.moved < 4 * 5000, `${many.moved} moved`);
  }
});

test('stays sorted, whatever is added and removed in between', () => {
  const key = fc.string({ unit: fc.constantFrom('A', 'B', '1'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), key), { maxLength: 60 }), fc.array(key), (steps, asked) => {
      const tried = new NumberIndex<string>();
      const known: string[] = [];
      for (const [adds, one] of steps) {
        const at = known.indexOf(one);
        if (adds) {
          tried.put(one, one);
          known.push(one);
        } else if (at >= 0) {
          tried.remove(one, one);
          known.splice(at, 1);
        }
      }
      known.sort();
      assert.deepEqual(tried.beginning('', 100), known);
      for (const one of asked)
        assert.deepEqual(
          tried.beginning(one, 100),
          known.filter((other) => other.startsWith(one)),
        );
    }),
  );
});

test('finds every key that is one letter away, and none that is further', () => {
  const key = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), minLength: 4, maxLength: 6 });
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 40 }), key, (keys, typed) => {
      const found = indexOf(keys)
        .misspelt(typed, 100)
        .map(({ entry }) => entry);
      assert.deepEqual(found.sort(), keys.filter((one) => isOneAway(typed, one)).sort());
    }),
  );
});

/** Whether two words differ by one letter that is wrong, dropped, added or swapped with the next. */
function isOneAway(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [x, y] = [a.slice(start), b.slice(start)];
  if (x === y) return false;
  return (
    x.slice(1) === y.slice(1) ||
    x.slice(1) === y ||
    x === y.slice(1) ||
    (x[1] !== undefined && x[1] + x[0] + x.slice(2) === y)
  );
}
