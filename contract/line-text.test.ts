import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readCount } from './count-text.ts';
import { LONGEST_LINE } from './line-limits.ts';
import { type LineText, readLine } from './line-text.ts';
import { tokensOf } from './line-tokens.ts';

/** A line, its quantity (several where it is in doubt, none where it does not say), and the text of the part. */
type Case = [line: string, quantity: number | number[] | undefined, text: string];

function assertRead([line, quantity, text]: Case): void {
  const expected: LineText = {
    text,
    ...(typeof quantity === 'number' && { quantity }),
    ...(Array.isArray(quantity) && { readings: quantity }),
  };
  assert.deepEqual(readLine(line), expected, line);
}

const CASES: Record<string, Case[]> = {
  'times signs': [
    ['200x DDR5 RDIMM 64GB', 200, 'DDR5 RDIMM 64GB'],
    ['200 x DDR5 RDIMM 64 GB', 200, 'DDR5 RDIMM 64 GB'],
    ['10 × NB-E64', 10, 'NB-E64'],
    ['150xNB-E64', 150, 'NB-E64'],
    ['200x1N4148', 200, '1N4148'],
    ['200 x 64GB RDIMM', 200, '64GB RDIMM'],
    ['NB-E64 x 200', 200, 'NB-E64'],
    ['NB-E64 x200', 200, 'NB-E64'],
    ['NB-E64 200x', 200, 'NB-E64'],
    ['NB-E64 × 1,500', [1500, 1.5], 'NB-E64'],
    ['We need 200x DDR5 RDIMM 64GB', 200, 'DDR5 RDIMM 64GB'],
    ['300* NB-E64', 300, 'NB-E64'],
  ],
  'words for pieces': [
    ['NB-E64 - 150 pcs', 150, 'NB-E64'],
    ['NB-E64 (150 pcs)', 150, 'NB-E64'],
    ['150pcs NB-E64', 150, 'NB-E64'],
    ['150 Stück NB-E64', 150, 'NB-E64'],
    ['NB-E64, 150 Stk.', 150, 'NB-E64'],
    ['150 pieces of NB-E64', 150, 'NB-E64'],
    ['150 ea NB-E64', 150, 'NB-E64'],
    ['150 pcs each NB-E64', 150, 'NB-E64'],
    ['je 150 Stück NB-E64', 150, 'NB-E64'],
    ['Wir brauchen 150 Stück von NB-E64', 150, 'NB-E64'],
    ['1 000 pcs NB-E64', 1000, 'NB-E64'],
    ["1'000 pcs NB-E64", 1000, 'NB-E64'],
    ['NB-E64 2,5 pcs', 2.5, 'NB-E64'],
  ],
  'articles and whom it is for': [
    ['120 of the NB-E64', 120, 'NB-E64'],
    ['please send me 50 of those DDR5 RDIMM 64GB', 50, 'DDR5 RDIMM 64GB'],
    ['Could you send us 50 of these NB-E64?', 50, 'NB-E64'],
    ['50 Stück von den NB-E64', 50, 'NB-E64'],
    ['bitte senden: 50 der NB-E64', 50, 'NB-E64'],
    ['The NB-E64 - 150 pcs', 150, 'NB-E64'],
    ['50 of the US plugs', 50, 'US plugs'],
  ],
  dozens: [
    ['a dozen NB-E64', 12, 'NB-E64'],
    ['please send us a dozen of the NB-E64', 12, 'NB-E64'],
    ['2 dozen NB-E64', 24, 'NB-E64'],
    ['NB-E64, 10 dozen', 120, 'NB-E64'],
    ['NB-E64: 3 Dutzend', 36, 'NB-E64'],
    ['1.5 dozen NB-E64', 18, 'NB-E64'],
    ['200 NB-E64, $40 a dozen', 200, 'NB-E64 a dozen'],
    ['dozen NB-E64', undefined, 'dozen NB-E64'],
  ],
  labels: [
    ['Qty: 200 NB-E64', 200, 'NB-E64'],
    ['NB-E64 qty 200', 200, 'NB-E64'],
    ['NB-E64 QTY=200', 200, 'NB-E64'],
    ['NB-E64 qty:200', 200, 'NB-E64'],
    ['Menge: 200 Stk, NB-E64', 200, 'NB-E64'],
    ['NB-E64, Anzahl 200', 200, 'NB-E64'],
    ['Stk.: 200 NB-E64', 200, 'NB-E64'],
    ['200 qty NB-E64', 200, 'NB-E64'],
  ],
  cells: [
    ['NB-E64;150', 150, 'NB-E64'],
    ['150;NB-E64', 150, 'NB-E64'],
    ['NB-E64\t150', 150, 'NB-E64'],
    ['NB-E64\tDDR5 RDIMM\t150', 150, 'NB-E64 DDR5 RDIMM'],
    ['NB-E64 | 150', 150, 'NB-E64'],
    ['NB-E64,150', 150, 'NB-E64'],
    ['NB-E64, 150', 150, 'NB-E64'],
    ['NB-E64: 150', 150, 'NB-E64'],
    ['NB-E64 = 150', 150, 'NB-E64'],
    ['NB-E64 – 150', 150, 'NB-E64'],
    ['NB-E64 -> 150', 150, 'NB-E64'],
    ['NB-E64      DDR5 RDIMM 64GB      150', 150, 'NB-E64 DDR5 RDIMM 64GB'],
    ['NB-E64 - DDR5 RDIMM 64GB - 150', 150, 'NB-E64 - DDR5 RDIMM 64GB'],
    ['"NB-E64";"150"', 150, 'NB-E64'],
    ['1;NB-E64;150', [150, 1], 'NB-E64'],
    ['NB-E64;150;200', [150, 200], 'NB-E64'],
  ],
  'bare numbers': [
    ['150 NB-E64', 150, 'NB-E64'],
    ['150 1N4148-1', 150, '1N4148-1'],
    ['NB-E64 150', 150, 'NB-E64'],
    ['150 64GB RDIMM', 150, '64GB RDIMM'],
    ['150 64 GB RDIMM', 150, '64 GB RDIMM'],
  ],
  'thousands and decimals of several countries': [
    ['1.000 NB-E64', [1000, 1], 'NB-E64'],
    ['1,000 NB-E64', [1000, 1], 'NB-E64'],
    ['NB-E64;1.000,00', 1000, 'NB-E64'],
    ['NB-E64;1,000.00', 1000, 'NB-E64'],
    ['NB-E64;1.000.000', 1_000_000, 'NB-E64'],
    ['NB-E64;150,00', 150, 'NB-E64'],
    ['NB-E64;0.500', undefined, 'NB-E64 0.500'],
    ['2.500 Stück NB-E64', [2500, 2.5], 'NB-E64'],
  ],
  'bullets and quoted mails': [
    ['> 150 NB-E64', 150, 'NB-E64'],
    ['> > - 150 x NB-E64', 150, 'NB-E64'],
    ['• NB-E64 - 150 pcs', 150, 'NB-E64'],
    ['* 150 NB-E64', 150, 'NB-E64'],
    ['1. NB-E64 - 150 pcs', 150, 'NB-E64'],
    ['2) 150 NB-E64', 150, 'NB-E64'],
    ['[x] NB-E64 x 150', 150, 'NB-E64'],
    ['a) 150 NB-E64', 150, 'NB-E64'],
    ['\u200b\u2022\u00a0150\u00a0NB-E64', 150, 'NB-E64'],
  ],
  prices: [
    ['150 NB-E64 @ $4.50', 150, 'NB-E64'],
    ['150 NB-E64 @ 4.50 ea', 150, 'NB-E64'],
    ['150 pcs NB-E64 à 4,50 €', 150, 'NB-E64'],
    ['NB-E64;150;4.50', 150, 'NB-E64'],
    ['NB-E64;150;$4.50', 150, 'NB-E64'],
    ['NB-E64 - 150 pcs - $4.50/pc', 150, 'NB-E64'],
    ['150 NB-E64 USD 4.50', 150, 'NB-E64'],
    ['150 NB-E64 4.50 EUR', 150, 'NB-E64'],
    ['NB-E64, $4.50', undefined, 'NB-E64'],
    ['200x NB-E64 = $900.00', 200, 'NB-E64'],
  ],
  'numbers that are no quantity': [
    ['NB-E64', undefined, 'NB-E64'],
    ['1N4148', undefined, '1N4148'],
    ['64GB DDR5 RDIMM', undefined, '64GB DDR5 RDIMM'],
    ['64 GB DDR5 RDIMM', undefined, '64 GB DDR5 RDIMM'],
    ['2m cable', undefined, '2m cable'],
    ['2 m cable', undefined, '2 m cable'],
    ['DDR5 kit 2x16GB', undefined, 'DDR5 kit 2x16GB'],
    ['DDR5 kit 2 x 16 GB', undefined, 'DDR5 kit 2 x 16 GB'],
    ['120 x 120 x 25 mm fan', undefined, '120 x 120 x 25 mm fan'],
    ['120x120 mm fan', undefined, '120x120 mm fan'],
    ['Heat sink 40 x 40', undefined, 'Heat sink 40 x 40'],
    ['NVMe SSD PCIe 4.0 x4', undefined, 'NVMe SSD PCIe 4.0 x4'],
    ['DDR5 RDIMM 5600', undefined, 'DDR5 RDIMM 5600'],
    ['RTX 4090', undefined, 'RTX 4090'],
    ['DDR5 5600', undefined, 'DDR5 5600'],
    ['24 pin ATX cable', undefined, '24 pin ATX cable'],
    ['2.5" SSD', undefined, '2.5" SSD'],
    ['1.5 mm² wire', undefined, '1.5 mm2 wire'],
    ['4006381333931', undefined, '4006381333931'],
    ['4006381333931 NB-E64', undefined, '4006381333931 NB-E64'],
    ['0042 NB-E64', undefined, '0042 NB-E64'],
    ['100 Gb/s NIC', undefined, '100 Gb/s NIC'],
    ['150', undefined, '150'],
    ['10 kΩ resistor', undefined, '10 kΩ resistor'],
    ['M.2 2280 SSD', undefined, 'M.2 2280 SSD'],
    ['', undefined, ''],
    ['---', undefined, '---'],
  ],
};

for (const [about, cases] of Object.entries(CASES))
  test(`a line is read with its quantity and part: ${about}`, () => {
    for (const one of cases) assertRead(one);
  });

test('the known sign before decimals settles a doubt', () => {
  assert.deepEqual(readLine('1.000 NB-E64', ','), { text: 'NB-E64', quantity: 1000 });
  assert.deepEqual(readLine('1.000 NB-E64', '.'), { text: 'NB-E64', quantity: 1 });
  assert.deepEqual(readLine('NB-E64;1,000', '.'), { text: 'NB-E64', quantity: 1000 });
});

test('a word that is longer than any of an order is not parted', () => {
  assert.equal(tokensOf(`150 ${'1,'.repeat(49)}`).length, 97);
  assert.deepEqual(
    tokensOf(`150 ${'1,'.repeat(200)}x NB-E64`).map(({ kind }) => kind),
    ['number', 'word', 'word'],
  );
});

test('numbers are read in the formats of several countries', () => {
  for (const [text, expected] of [
    ['1234', [1234]],
    ['1.234', [1234, 1.234]],
    ['1,234', [1234, 1.234]],
    ['12,34', [12.34]],
    ['1.234,5', [1234.5]],
    ['1,234.5', [1234.5]],
    ['1,234,567', [1_234_567]],
    ['1.234.567,89', [1_234_567.89]],
    ['1 234', [1234]],
    ['1\u00a0234,5', [1234.5]],
    ["1'234.50", [1234.5]],
    ['0.125', [0.125]],
    ['1234.567', [1234.567]],
    ['12,34,567', []],
    ['1.2.3', []],
    ['1,2.3.4', []],
    ['.5', []],
    ['5.', []],
    ['', []],
    ['12 34', []],
    ['1234567890', []],
  ] as const)
    assert.deepEqual(readCount(text), expected, text);
});

describe('whatever a line is', () => {
  const part = fc.constantFrom('NB-E64', '1N4148-1', 'D5U-5600-32', 'CPU-C8-47', 'LM317T', 'AF-120-B');
  const count = fc.integer({ min: 1, max: 9_999_999 });
  const forms: ((part: string, count: number) => string)[] = [
    (part, count) => `${count}x ${part}`,
    (part, count) => `${count} × ${part}`,
    (part, count) => `${part} - ${count} pcs`,
    (part, count) => `> - ${count} ${part}`,
    (part, count) => `${part};${count}`,
    (part, count) => `${count}\t${part}`,
    (part, count) => `Qty: ${count} ${part}`,
    (part, count) => `${part} x ${count} @ $4.50 each`,
    (part, count) => `3. ${part}, ${count.toLocaleString('de-CH')} Stk.`,
  ];

  test('every quantity and part that are written are read again', () => {
    fc.assert(
      fc.property(part, count, fc.constantFrom(...forms), (part, count, write) => {
        assert.deepEqual(readLine(write(part, count)), { text: part, quantity: count }, write(part, count));
      }),
      { numRuns: 2000 },
    );
  });

  test('a number with a unit is never the quantity', () => {
    const unit = fc.constantFrom('GB', 'TB', 'm', 'mm', 'W', 'V', 'MHz', 'Gb/s', 'pin', 'cm', 'kg', 'µF');
    fc.assert(
      fc.property(count, unit, fc.boolean(), (count, unit, apart) => {
        const text = `${count}${apart ? ' ' : ''}${unit} cable`;
        assert.equal(readLine(text).quantity, undefined, text);
      }),
    );
  });

  test('reading throws nothing, loses no line, and says nothing in doubt as certain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (line) => {
        const { text, quantity, readings } = readLine(line);
        assert.ok(quantity === undefined || readings === undefined);
        assert.ok(readings === undefined || readings.length > 1);
        assert.ok(text.length <= 18 * LONGEST_LINE);
      }),
    );
    const pieces = fc.constantFrom(
      '1',
      '000',
      ',',
      '.',
      'x',
      ' ',
      '\t',
      ';',
      'pcs',
      'qty',
      '$',
      '@',
      '64GB',
      'NB-E64',
      '-',
      '(',
      ')',
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (some) => {
        const line = some.join('');
        if (/[NG]/.test(line)) assert.notEqual(readLine(line).text, '', line);
      }),
      { numRuns: 2000 },
    );
  });
});
