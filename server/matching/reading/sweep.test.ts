import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoParts, generatedParts } from '../../../tests/fixtures/parts-in-memory.ts';
import {
  adversarialOf,
  lostNumbers,
  shortenedOf,
  sweep,
  takenOf,
  writtenOf,
} from '../../../tests/lines/sweep.ts';

/** Every so many parts of a catalogue; all of them in the nightly run. */
const EVERY = 12;

describe('of the demo catalogue, sampled', () => {
  const { products, parts } = demoParts();
  const sampled = products.filter((_, n) => n % EVERY === 0);

  test('every part in every way is taken for what it is, or asked about with it among the answers', async () => {
    const lines = sampled.flatMap((product, n) => writtenOf(product, n));
    const { right, wrong, lost } = await sweep(parts, lines);
    assert.deepEqual(wrong, []);
    assert.deepEqual(lost, []);
    assert.ok(right > 0.95 * lines.length, `${right} of ${lines.length}`);
  });

  test('no variant that there is not, no second part or quantity, and nothing that is called off is taken', async () => {
    const lines = adversarialOf(sampled, products, parts);
    assert.deepEqual(takenOf(await sweep(parts, lines)), []);
  });

  test('a number of a name is no part of the quantity behind it', async () => {
    const { right, wrong, lost } = await sweep(parts, sampled.flatMap(shortenedOf));
    assert.deepEqual(wrong, []);
    assert.deepEqual(lost, []);
    assert.ok(right > 0);
  });

  test('numbers that begin others are told apart, or asked about', async () => {
    const skus = products.map(({ sku }) => sku).sort();
    const pairs = skus.flatMap((sku, n) =>
      skus[n + 1]?.startsWith(sku) ? [[sku, skus[n + 1]!] as const] : [],
    );
    assert.ok(pairs.length > 20, `${pairs.length} pairs`);
    const lines = pairs.flatMap(([shorter, longer]) =>
      [shorter, longer].flatMap((sku) =>
        [`${sku} 300 pcs`, `300 ${sku}`, `${sku.replaceAll('-', ' ')} x 300`, `${sku.toLowerCase()};300`].map(
          (text) => ({ text, sku, quantity: 300 }),
        ),
      ),
    );
    const { wrong, lost } = await sweep(parts, lines);
    assert.deepEqual(wrong, []);
    assert.deepEqual(lost, []);
  });
});

test('of generated parts, sampled, none is taken for another, and none is lost by its number', async () => {
  const { products, parts } = generatedParts(1_000, 7);
  const sampled = products.filter((_, n) => n % 40 === 0);
  const tally = await sweep(parts, sampled.flatMap(writtenOf));
  assert.deepEqual(tally.wrong, []);
  assert.deepEqual(lostNumbers(tally, products), []);
  assert.ok(tally.right > 0);
});
