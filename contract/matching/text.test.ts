import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readCount } from '../kernel/count-text.ts';
import { MOST_ATOMS } from './atoms.ts';
import { MOST_COUNTS } from './counts.ts';
import { LONGEST_LINE } from './limits.ts';
import { readLine, sketchLine, textAt } from './text.ts';

/** The numbers of a line that may be its quantity: 'word 150', with a ? where it is never taken. */
const countsOf = (line: string) =>
  readLine(line).counts.map(
    ({ bond, values, isDoubtful, packages }) =>
      `${bond} ${values.join('|')}${packages ? ` ${packages}` : ''}${isDoubtful ? '?' : ''}`,
  );

const COUNTS: Record<string, [line: string, ...counts: string[]][]> = {
  'words for pieces': [
    ['NB-E64 - 150 pcs', 'word 150'],
    ['150pcs NB-E64', 'word 150'],
    ['NB-E64, 150 Stk.', 'word 150'],
    ['Qty: 200 NB-E64', 'word 200'],
    ['NB-E64 QTY=200', 'word 200'],
    ['Stk.: 200 NB-E64', 'word 200'],
    ['NB-E64 120 szt.', 'word 120'],
    ['2 dozen NB-E64', 'word 24'],
    ['a dozen NB-E64', 'word 12'],
    ['NB-E64 2,5 pcs', 'word 2.5'],
  ],
  'signs of multiplication': [
    ['200x DDR5 RDIMM 64GB', 'times 200'],
    ['150xNB-E64', 'times 150'],
    ['NB-E64 × 200', 'times 200'],
    ['NB-E64 x 200 pcs', 'word 200', 'word 200'],
    ['NB-E64 x2 500', 'times 2?', 'none 2', 'times 2|500|2500?', 'none 2|500|2500?', 'none 500'],
    ['NB-E64 x 200', 'times 200', 'none 200'],
    ['NB-E64x200', 'times 200?', 'none 200'],
    ['NB-N25D 100 x 2', 'times 100', 'times 200', 'times 2', 'none 2'],
    ['NB-E64 398x100', 'times 398', 'times 39800|398|100?', 'times 100?', 'none 100'],
    ['DDR5 kit 2x16GB', 'times 2?'],
  ],
  'numbers alone': [
    ['150 NB-E64', 'none 150'],
    ['NB-E64;150', 'none 150'],
    ['NB-E64,150', 'none 150'],
    ['NB-E64 2k', 'none 2000'],
    ['NB-E64 1.000', 'none 1000|1'],
    ['NB-E64 1 000', 'none 1', 'none 1000|1?'],
    ['NB-E64 1 000 pcs', 'none 1', 'word 1000'],
    ['NB-E64 1 200,00 szt', 'none 1', 'word 1200', 'word 200'],
    ['NB-E64 ~150', 'none 150?'],
    ['NB-E64 -150', 'none 150?'],
    ['NB-E64 150+', 'none 150?'],
    ['NB-E64 about 150', 'none 150?'],
  ],
  'a label between two whole numbers, which may be of either': [
    ['NB-E64 398 VK 120', 'none 398', 'none 120'],
    ['NB-E64 120 VK 4,50', 'none 120'],
    ['NB-E64 120 pcs VK 398', 'word 120'],
  ],
  'numbers that may be of a price, which are never taken': [
    ['NB-E64 EUR 119 400', 'none 400?'],
    ['NB-E64 1,200.00 EA', 'none 1200?'],
    ['NB-E64 1,200.00 EA 4.50 USD', 'none 1200?'],
    ['150 pcs NB-E64 200.00 EA', 'word 150'],
    ['NB-E64 119 400 EUR', 'none 119?'],
    ['NB-E64 119 400,00 EUR', 'none 119?'],
    ['NB-E64 prix 3 840', 'none 840?'],
    ['NB-E64 EUR 119 400 pcs', 'word 400'],
    ['NB-E64 500 kr 120', 'none 500', 'none 120'],
  ],
  'numbers beside a price': [
    ['NB-E64 846 kr 120 st', 'none 846', 'word 120'],
    ['NB-E64 846 Fr. 120 Stk', 'none 846', 'word 120'],
    ['NB-E64 846 kr, 120 st', 'word 120'],
    ['NB-E64 500 x 7 EUR', 'times 500'],
  ],
  'packages, which are never taken': [
    ['8 boxes NB-E64', 'none 8 boxes?', 'none 8'],
    ['20 VE NB-E64', 'none 20 ve?', 'none 20'],
  ],
  'digits of other scripts': [
    ['１２０ pcs NB-E64', 'word 120'],
    ['NB-E64 ٢٠٠', 'none 200'],
  ],
  'what is none': [
    ['NB-E64'],
    ['1N4148'],
    ['64 GB DDR5 RDIMM'],
    ['2 m cable'],
    ['2.5" SSD'],
    ['100 Gb/s NIC'],
    ['24 pin ATX cable'],
    ['0042 NB-E64'],
    ['4006381333931'],
    ['100-200 NB-E64'],
    ['NB-E64, $4.50'],
    ['NB-E64 @ 4.50 ea'],
    ['NB-E64 USD 450'],
    ['NB-E64 à 4,50 €'],
    ['NB-E64 price: 450'],
    ['NB-E64 total 900 EUR'],
    ['NB-E64 600,-'],
    ['NB-E64 200.--'],
    ['NB-E64 500,–'],
    ['NB-E64 500:-'],
    ['NB-E64 kr 250'],
    ['NB-E64 EUR 119 400,00'],
    ['NB-E64 768 000 SEK'],
    ['NB-E64 SEK 768 000'],
    ['NB-E64 250 kr'],
    ['NB-E64 Fr. 250'],
    ['NB-E64 250 net'],
    ['NB-E64 stock 250'],
    ['NB-E64 MOQ 250'],
    ['NB-E64 12.03.2026'],
    ['NB-E64 KW 12'],
    ['NB-E64 by 12 March'],
    ['NB-E64 our no. 4711'],
    ['NB-E64 PO 4500012345'],
  ],
};

describe('the numbers of a line that may be its quantity', () => {
  for (const [about, cases] of Object.entries(COUNTS))
    test(about, () => {
      for (const [line, ...counts] of cases) assert.deepEqual(countsOf(line), counts, line);
    });

  test('are beside prices and totals those that are none of them', () => {
    for (const line of [
      '150 NB-E64 @ $4.50',
      'NB-E64;150;4.50',
      'NB-E64\t150\t$71.90',
      'NB-E64\t150\t4,50 €\t675,00 €',
      'NB-E64 150 4.50 EUR',
      '150 NB-E64 = $900.00',
      '150 NB-E64, $40 a dozen',
      'NB-E64 150 $4.50/pc',
    ])
      assert.deepEqual(countsOf(line), ['none 150'], line);
    assert.deepEqual(
      countsOf('NB-E64 1,500\t$71.90'),
      ['none 1500|1.5'],
      'a currency takes nothing of another cell',
    );
  });
});

test('a line is taken apart into words, with numbers and their units as one', () => {
  const words = (line: string) => readLine(line).words.map(({ text }) => text);
  assert.deepEqual(words('Case Fan 140 mm PWM, 1,900 rpm'), ['case', 'fan', '140mm', 'pwm', '1900rpm']);
  assert.deepEqual(words('M.2 2280 3.5-inch 20TB 12 Gb/s'), ['m.2', '2280', '3.5inch', '20tb', '12gbps']);
  assert.deepEqual(words('DDR5-5600 SO-DIMM 2Rx8'), ['ddr5', '5600', 'so', 'dimm', '2rx8']);
  assert.deepEqual(words('0,5 m Größe'), ['0.5m', 'große']);
});

test('bullets, signs of quoted mails and numbers of lists are left out', () => {
  for (const line of [
    '> 150 NB-E64',
    '> > - 150 NB-E64',
    '1. 150 NB-E64',
    '[x] 150 NB-E64',
    'a) 150 NB-E64',
    'Pos 10: 150 NB-E64',
    '\u200b\u2022\u00a0150\u00a0NB-E64',
  ])
    assert.equal(readLine(line).text, '150 NB-E64', line);
  assert.equal(readLine('Line 6 cable').text, 'Line 6 cable');
});

test('a sketch says what names the part, and whether a number may be a quantity', () => {
  const cases: [line: string, text: string, hasQuantity: boolean][] = [
    ['please send 150 pcs of NB-E64', 'NB-E64', true],
    ['200x DDR5 RDIMM 64GB', 'DDR5 RDIMM 64GB', true],
    ['NB-E64;150', 'NB-E64', true],
    ['NB-E64 @ $4.50', 'NB-E64', false],
    ['We look forward to your answer.', 'look forward answer', false],
    ['Telefon 040 / 123 45 67', 'Telefon 040 / 123 45 67', false],
    ['', '', false],
  ];
  for (const [line, text, hasQuantity] of cases) {
    const sketch = sketchLine(line);
    assert.equal(sketch.hasQuantity, hasQuantity, line);
    if (!line.startsWith('We')) assert.equal(sketch.text, text, line);
  }
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
    ['٢٠٠', [200]],
    ['１，５００', [1500, 1.5]],
    ['١٬٥٠٠', [1500]],
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

test('of a line of signs alone the beginning is read', () => {
  assert.equal(readLine('1;'.repeat(250)).atoms.length, MOST_ATOMS);
});

describe('whatever a line is', () => {
  test('reading throws nothing, is bounded, and takes no number out of another', () => {
    const pieces = fc.constantFrom(
      ...[
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
        'dozen',
        'k',
      ],
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.array(pieces, { maxLength: 40 }).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(texts, (written) => {
        const line = readLine(written);
        assert.ok(line.text.length <= 18 * LONGEST_LINE && line.counts.length <= MOST_COUNTS + 4);
        for (const count of line.counts) {
          assert.ok(
            count.from <= count.number.from && count.number.to <= count.to && count.to <= line.atoms.length,
          );
          assert.match(textAt(line, count), /\d|dozen|dutzend|dtzd|douzaine|docena|dozzina|tuzin/i);
        }
        sketchLine(written);
      }),
      { numRuns: 500 },
    );
  });

  test('a number with a unit is never the quantity', () => {
    const unit = fc.constantFrom('GB', 'TB', 'm', 'mm', 'W', 'V', 'MHz', 'Gb/s', 'pin', 'cm', 'kg', 'µF');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), unit, fc.boolean(), (count, unit, isApart) => {
        const text = `${count}${isApart ? ' ' : ''}${unit} cable`;
        assert.deepEqual(readLine(text).counts, [], text);
      }),
    );
  });
});
