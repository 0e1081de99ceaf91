// Costs nothing: which of what a line says may be kept as a company's own number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberColumns } from '../matching/asked.ts';
import { numberIn } from './confirmed.ts';

const numberOf = (raw: string) => numberIn({ _id: crypto.randomUUID(), position: 1, raw });

test('is a number without spaces, beside its quantity', () => {
  assert.equal(numberOf('200x QXV-4711-9'), 'QXV-4711-9');
  assert.equal(numberOf('- 4711-0815: 50 pcs'), '4711-0815');
});

test('is what the column of part numbers says, whatever else stands in the row', () => {
  rememberColumns('QX-77 Fan, large', { part: { mpn: 'QX-77', text: 'Fan, large' } });
  assert.equal(numberOf('QX-77 Fan, large'), 'QX-77');
});

test('is not words, a short text, or one that is longer than numbers are', () => {
  for (const raw of ['large fan 120 mm', 'fan', 'M3', `A1${'x'.repeat(70)}`])
    assert.equal(numberOf(raw), undefined, raw);
});
