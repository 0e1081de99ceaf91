import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SlugSchema } from '#contract/categories/schema.ts';
import { wordOf } from './word-of.ts';

test('a name makes a word that the contract takes', () => {
  assert.equal(wordOf('Lüfter  120 mm (PWM)', '-'), 'lufter-120-mm-pwm');
  assert.equal(wordOf('M.2 slots', '_'), 'm_2_slots');
  assert.equal(wordOf('冷却', '-'), '');
  for (const name of ['a'.repeat(300), 'Case fans '.repeat(30), '--x--'])
    assert.ok(SlugSchema.safeParse(wordOf(name, '-')).success, name);
});
