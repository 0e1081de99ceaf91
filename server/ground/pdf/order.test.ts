import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, FROM_RIGHT, visualParts } from './order.ts';

test('a line is written from where the first letter of its paragraph is written', () => {
  for (const text of ['Dock 4', '4, 5', '', 'Haifa חיפה']) assert.equal(directionOf(text), 'ltr', text);
  for (const text of ['חיפה Haifa', '12 شارع', '(الرياض)']) assert.equal(directionOf(text), 'rtl', text);
});

test('parts stand from left to right, numbers are read from the left and brackets are turned', () => {
  const R = FROM_RIGHT;
  const lines: [string, ...string[]][] = [
    ['Dock 4 (a)', 'Dock 4 (a)'],
    ['שלום', `${R}שלום`],
    ['רחוב הרצל 12', '12', `${R}רחוב הרצל `],
    ['12 شارع الملك', `${R} شارع الملك`, '12'],
    ['Haifa חיפה, IL', 'Haifa ', `${R}חיפה`, ', IL'],
    ['שלום (א)', `${R}שלום )א(`],
    ['Riyadh الرياض 12345', 'Riyadh ', '12345', `${R}الرياض `],
  ];
  for (const [text, ...parts] of lines) assert.deepEqual(visualParts(text, directionOf(text)), parts, text);
});
