import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNotBought, saysNotBought } from './not-bought.ts';
import { readPieceCell } from './piece-cell.ts';

test('a cell of quantities says how many pieces, whatever is written around the number', () => {
  for (const [cell, pieces] of [
    ['120', 120],
    ['120 pcs', 120],
    ['10 Stk.', 10],
    ['120 szt.', 120],
    ['120 件', 120],
    ['1 000', 1000],
    ['1’000', 1000],
    ['200.0', 200],
    ['200,00', 200],
    ['2E+2', 200],
    ['1E+03', 1000],
    ['2k', 2000],
    ['2.5k pcs', 2500],
    ['150 dozen', 1800],
    ['2 x 100', 200],
    ['100 x 2', 200],
    ['x200', 200],
    ['200x', 200],
    ['２００', 200],
    ['٢٠٠', 200],
    ['1,500,000', 1_500_000],
    ['0', 0],
  ] as const)
    assert.deepEqual(readPieceCell(cell), { pieces }, cell);
});

test('a cell that can be read in two ways, or counts packages, is a question', () => {
  assert.deepEqual(readPieceCell('1.000'), { question: [1000, 1] });
  assert.deepEqual(readPieceCell('1.000', ','), { pieces: 1000 });
  assert.deepEqual(readPieceCell('1.000 pcs', ','), { pieces: 1000 });
  assert.deepEqual(readPieceCell('1,000', '.'), { pieces: 1000 });
  assert.deepEqual(readPieceCell('8 boxes'), { question: [8], packages: 'boxes' });
  assert.deepEqual(readPieceCell('200 VPE'), { question: [200], packages: 'vpe' });
  assert.deepEqual(readPieceCell('2.5'), { question: [2.5] });
  for (const cell of ['~200', 'ca. 200', '200+', '200?', '≥ 200', '-200', '200-', '(200)', '200¹'])
    assert.deepEqual(readPieceCell(cell), { question: [200] }, cell);
  for (const cell of ['100-200', 'see mail', '100 / 200', '20 VE à 10', '5 or 10'])
    assert.ok('question' in readPieceCell(cell), cell);
  // Several numbers, and no two readings of one.
  assert.deepEqual(readPieceCell('100 250'), { question: [100, 250, 100_250], several: true });
  for (const [cell, question] of [
    ['3 of 500', [3, 500]],
    ['120 + 5%', [120, 5]],
    ['4 per board (200)', [4, 200]],
  ] as const)
    assert.deepEqual(readPieceCell(cell), { question, several: true }, cell);
  assert.deepEqual(readPieceCell('9'.repeat(100)), { question: [] });
});

test('an empty cell says nothing, and one of a part that is not placed says so', () => {
  for (const cell of ['', '  ', '-', '–', 'n/a'.slice(3)]) assert.deepEqual(readPieceCell(cell), {}, cell);
  for (const cell of [
    'DNP',
    'dnf',
    'Not fitted',
    'do not place',
    "don't populate",
    'nicht bestückt',
    '(DNI)',
  ])
    assert.deepEqual(readPieceCell(cell), { notBought: true }, cell);
});

test('a line says beside its part that it is not placed, in words of their own', () => {
  for (const line of ['NB-E64 DNP', 'DNP: NB-E64 200', 'NB-E64 (do not place) 200', 'NB-E64, nicht bestückt'])
    assert.ok(saysNotBought(line), line);
  for (const line of ['NB-DNP-64 200', 'NB-E64 200 pcs', 'DNPX 200']) assert.ok(!saysNotBought(line), line);
  assert.ok(isNotBought('Not Fitted') && !isNotBought('fitted'));
});
