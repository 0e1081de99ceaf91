import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withNumbersApart } from './numbering.ts';

test('numbers that count all lines stand apart, however they are glued', () => {
  const lists: [lines: string[], apart: string[]][] = [
    [
      ['1.NB-E64 50', '2.NB-E32 60'],
      ['1. NB-E64 50', '2. NB-E32 60'],
    ],
    [
      ['1)150 x NB-E64', '2)1.500 x NB-E32'],
      ['1. 150 x NB-E64', '2. 1.500 x NB-E32'],
    ],
    [
      ['9:NB-E64 50', '10:NB-E32 60', '11:AF-120 70'],
      ['9. NB-E64 50', '10. NB-E32 60', '11. AF-120 70'],
    ],
    [
      ['1 NB-E64 50', '2 NB-E32 60'],
      ['1. NB-E64 50', '2. NB-E32 60'],
    ],
    // No quantity has a part of a piece.
    [
      ['1.50 x NB-E64', '2.150 x NB-E32'],
      ['1. 50 x NB-E64', '2. 150 x NB-E32'],
    ],
  ];
  for (const [lines, apart] of lists) assert.deepEqual(withNumbersApart(lines), apart);
});

test('where all may be thousands as well, the lines become those of which both readings are known', () => {
  assert.deepEqual(withNumbersApart(['1.150 x NB-E64', '2.200 x NB-E32']), [
    ...['1 150 x NB-E64', '2 200 x NB-E32'],
  ]);
});

test('numbers that go on in three lines or more are in doubt', () => {
  assert.deepEqual(withNumbersApart(['501 NB-E64', '502 NB-E32', '503 AF-120']), [
    ...['501? NB-E64', '502? NB-E32', '503? AF-120'],
  ]);
});

test('other lines stay as they are', () => {
  for (const lines of [
    ['200 NB-E64', '210 NB-E32'],
    ['200 pcs NB-E64', '210 pcs NB-E32', '220 pcs AF-120'],
    ['1.150 x NB-E64'],
    ['1.000 x NB-E64', '2.000 x NB-E32'],
    ['1.150 x NB-E64', '3.200 x NB-E32', '2.100 x AF-120'],
    ['1.NB-E64 50', 'NB-E32 60'],
    ['2 x NB-E64', '3 x NB-E32'],
  ])
    assert.deepEqual(withNumbersApart(lines), lines);
});
