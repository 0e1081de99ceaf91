// nightly: every part of the demo catalogue and of 5,000 generated ones, in all ways
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoParts, generatedParts } from '../../../tests/fixtures/parts-in-memory.ts';
import {
  adversarialOf,
  lostNumbers,
  shortenedOf,
  sweep,
  takenOf,
  writtenOf,
} from '../../../tests/lines/sweep.ts';

test('every part of the demo catalogue in every way is right or asked about, and never wrong', async () => {
  const { products, parts } = demoParts();
  const { right, asked, lost, wrong } = await sweep(parts, products.flatMap(writtenOf));
  assert.deepEqual(wrong, []);
  assert.deepEqual(lost, []);
  assert.ok(right > 35 * asked, `${right} right, ${asked} asked`);
  const shortened = await sweep(parts, products.flatMap(shortenedOf));
  assert.deepEqual(shortened.wrong, []);
  const hostile = adversarialOf(products, products, parts);
  assert.deepEqual(takenOf(await sweep(parts, hostile)), []);
});

for (const seed of [7, 99])
  test(`every one of 5,000 generated parts of seed ${seed} is right or asked about, and never wrong`, async () => {
    const { products, parts } = generatedParts(5_000, seed);
    const tally = await sweep(parts, products.flatMap(writtenOf));
    assert.deepEqual(tally.wrong, []);
    assert.deepEqual(lostNumbers(tally, products), []);
    const some = products.filter((_, n) => n % 8 === 0);
    const hostile = adversarialOf(some, products, parts);
    assert.deepEqual(takenOf(await sweep(parts, hostile)), []);
  });
