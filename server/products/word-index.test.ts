import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WordIndex } from './word-index.ts';
import { readQuery } from './words.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** An index of parts each of which has a word for each letter. */
function makeIndex(parts: number) {
  const index = new WordIndex();
  const name = [...LETTERS].map((letter) => `${letter}xyz`).join(' ');
  for (let slot = 0; slot < parts; slot += 1) index.put(slot, { name, details: '', maker: '', numbers: [] });
  /** Returns the found slots, and how many slots of words the search has looked at. */
  return (q: string) => {
    const before = index.looked;
    const scores = index.find(readQuery(q), parts, () => {});
    return { found: scores.filter((score) => score > 0).length, looked: index.looked - before };
  };
}

test('a search of many letters looks at no more than one of the last letter', () => {
  const search = makeIndex(50);
  assert.deepEqual(search('z'), { found: 50, looked: 50 });
  assert.deepEqual(search('axyz z'), { found: 50, looked: 100 });
  assert.deepEqual(search([...LETTERS].join(' ')), { found: 0, looked: 0 });
});

test('a search ends with the first word that no part has', () => {
  const search = makeIndex(50);
  assert.deepEqual(search('unknown axyz bxyz cxyz'), { found: 0, looked: 0 });
});

test('an entry that changes is looked for under the words alone that it loses', () => {
  const index = new WordIndex();
  const entry = (slot: number, number: string) => ({
    ...{ name: `Cable ${slot}, shared`, details: 'all of them', maker: '', numbers: [number, 'LONGEST-1'] },
  });
  for (let slot = 0; slot < 500; slot += 1) index.put(slot, entry(slot, `A-old${slot}`));
  index.looked = 0;
  for (let slot = 0; slot < 100; slot += 1)
    index.put(slot, entry(slot, `A-new${slot}`), entry(slot, `A-old${slot}`));
  assert.ok(index.looked <= 300, `${index.looked} looked at`);
  const found = (q: string) => index.find(readQuery(q), 500, () => {}).filter((score) => score > 0).length;
  assert.equal(found('cable'), 500);
  // What moves from the details to the name stays found, and what is lost is not.
  index.put(0, { ...entry(0, 'A-new0'), name: 'Them', details: '' }, entry(0, 'A-new0'));
  assert.deepEqual([found('cable'), found('them'), found('all')], [499, 500, 499]);
});
