import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastNumberOf } from './last-number.ts';

test('a number at the end may be a quantity', () => {
  assert.deepEqual(lastNumberOf('M.2 2TB 600'), { text: 'M.2 2TB', number: '600', readings: [600] });
  assert.deepEqual(lastNumberOf('fan 120 mm PWM 5k'), {
    text: 'fan 120 mm PWM',
    number: '5k',
    readings: [5000],
  });
  assert.deepEqual(lastNumberOf('fan 2.5K')?.readings, [2500]);
  assert.deepEqual(lastNumberOf('fan 1.000')?.readings, [1000, 1]);
  for (const text of ['', '600', 'k', 'fan', 'fan k', 'fan 0', 'GPU 12GB', 'fan 0.5', 'fan 99999999999'])
    assert.equal(lastNumberOf(text), undefined, text);
});
