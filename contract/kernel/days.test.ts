import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearDay } from './days.ts';

test('a day of the coming twelve months is told without its year', () => {
  const today = new Date('2026-11-23T12:00:00Z');
  const told = (day: string) => nearDay(day, today);
  assert.equal(told('2026-11-23'), 'Nov 23');
  assert.equal(told('2027-03-03'), 'Mar 3');
  assert.equal(told('2027-11-22'), 'Nov 22');
  assert.equal(told('2027-11-23'), 'Nov 23, 2027');
  assert.equal(told('2026-11-22'), 'Nov 22, 2026');
  assert.equal(told('2020-01-05'), 'Jan 5, 2020');
});
