import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPeriod, nearDay } from './days.ts';

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

test('a period is told by its month, quarter or year', () => {
  assert.equal(formatPeriod('month', '2027-03-01'), 'March 2027');
  const quarters = ['01', '04', '07', '10'].map((month) => formatPeriod('quarter', `2027-${month}-01`));
  assert.deepEqual(quarters, ['Q1 2027', 'Q2 2027', 'Q3 2027', 'Q4 2027']);
  assert.equal(formatPeriod('year', '2027-01-01'), '2027');
});
