import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { judgeLine } from '#contract/matching/judge.ts';
import type { LinePart, Match } from '#contract/matching/schema.ts';
import { questionOf } from './finding-choices.ts';
import type { MakeAfter } from './ops.ts';
import { troubleOf } from './problem-choices.ts';
import { aLine, partOf } from './testing.ts';

/** What ops write, in few words. */
const written = (ops: ListOp[]) =>
  ops.map((op) => {
    if (op.op !== 'put') return op;
    const fields = op.changed ?? (['quantity', 'receiptDate', 'raw', 'customerRef'] as const);
    return Object.fromEntries(fields.map((field) => [field, op.line[field]]));
  });

const makeAfter: MakeAfter = (line, many) =>
  many.map((fields, n) => ({ _id: `${line._id}+${n}`, position: line.position + 0.5, ...fields }));

describe('which part a line means', () => {
  const udimm = (size: number) =>
    partOf(`D5U-${size}`, {
      name: `DDR5-5600 UDIMM ${size} GB`,
      price: size,
      priceBreaks: [],
      available: size,
      differs: [{ name: 'Capacity', value: size, unit: 'GB' }],
    });

  test('is chosen from those that fit, each with what differs, its price and its stock', () => {
    const line = aLine({ raw: '200x DDR5 UDIMM' });
    const match: Match = { match: 'several', candidates: [udimm(16), udimm(32)], quantity: 200 };
    const { what, choices } = questionOf(line, match)!;
    assert.equal(what, 'several');
    assert.deepEqual(
      choices.map(({ label, detail }) => [label, detail]),
      [
        ['D5U-16', '16\u00a0GB · $16.00 each · 16 in stock'],
        ['D5U-32', '32\u00a0GB · $32.00 each · 32 in stock'],
      ],
    );
    assert.deepEqual(written(choices[1]!.ops()), [{ productId: 'id-D5U-32', quantity: 200 }]);
  });

  test('is confirmed where it is likely, and a quantity of the line stays', () => {
    const line = aLine({ raw: 'NB-E65', quantity: 300 });
    const match: Match = { match: 'likely', product: partOf('NB-E64'), candidates: [], quantity: 300 };
    const { what, choices } = questionOf(line, match)!;
    assert.deepEqual([what, choices.length], ['likely', 1]);
    assert.deepEqual(written(choices[0]!.ops()), [{ productId: 'id-NB-E64' }]);
  });

  test('is answered with a part and its quantity together, the quantity said', () => {
    const line = aLine({ raw: 'NB S8 10' });
    const [longer, shorter] = [partOf('NB-S8-10'), partOf('NB-S8')];
    const match: Match = {
      ...{ match: 'several', candidates: [longer, shorter], readings: [100] },
      answers: [
        { productId: longer._id, how: { part: 'NB S8 10' } },
        { productId: shorter._id, quantity: 100, how: { part: 'NB S8', quantity: '100' } },
        { productId: 'of no candidate', quantity: 100 },
      ],
    };
    const { choices } = questionOf(line, match)!;
    assert.deepEqual(
      choices.map(({ label, title, ops }) => [label, title, ...written(ops())]),
      [
        ['NB-S8-10', 'Read as NB S8 10', { productId: longer._id }],
        ['NB-S8 × 100', 'Read as NB S8 and 100', { productId: shorter._id, quantity: 100 }],
      ],
    );
    const told = questionOf({ ...line, quantity: 300 }, match)!;
    assert.deepEqual(
      told.choices.map(({ label }) => label),
      ['NB-S8-10', 'NB-S8'],
    );
  });

  test('is searched where nothing was found, and not asked where it is known', () => {
    assert.deepEqual(questionOf(aLine({ raw: 'x' }), { match: 'none', candidates: [] }), {
      ...{ what: 'none', choices: [] },
    });
    const known: Match = { match: 'exact', product: partOf('A'), candidates: [], quantity: 100 };
    assert.equal(questionOf(aLine({ raw: 'A', quantity: 100 }), known), undefined);
    assert.equal(questionOf(aLine({ raw: 'A' }), undefined), undefined);
  });

  test('a quantity in doubt is asked about, one that cannot be ordered not', () => {
    const line = aLine({ raw: '1.000 A', productId: 'id-A' });
    const readings = [100_000, 100, 1, 100.5];
    const match: Match = { match: 'exact', product: partOf('A'), candidates: [], readings };
    const { what, choices } = questionOf(line, match)!;
    assert.deepEqual([what, choices.map(({ label }) => label)], ['quantity', ['100,000 pcs', '100 pcs']]);
    assert.deepEqual(written(choices[0]!.ops()), [{ quantity: 100_000 }]);
    assert.equal(questionOf({ ...line, quantity: 5 }, match), undefined);
    const offered = questionOf(line, { ...match, readings: undefined }, { offered: [200, 189] })!;
    assert.deepEqual(
      offered.choices.map((choice) => choice.label),
      ['200 pcs', '189 pcs'],
    );
  });

  test('a quantity below the minimum is asked about where nothing else was said', () => {
    const line = aLine({ raw: 'A', productId: 'id-A' });
    const match: Match = { match: 'exact', product: partOf('A'), candidates: [] };
    const { choices } = questionOf(line, match, { offered: [50, 12] })!;
    assert.deepEqual(
      choices.map(({ label }) => label),
      ['50 pcs', '12 pcs'],
    );
  });
});

describe('what is wrong with a line', () => {
  const judged = (line: ListLine, part: LinePart, substitutes: LinePart[] = []): Match => ({
    ...{ match: 'exact', product: part, candidates: [] },
    ...judgeLine(
      part,
      { quantity: line.quantity!, receiptDate: line.receiptDate ?? undefined },
      () => substitutes,
    ),
  });
  const troubleWith = (
    fields: Partial<ListLine>,
    part = partOf('A'),
    substitutes: LinePart[] = [],
    today = '2026-01-01',
  ) => {
    const line = aLine({ productId: part._id, ...fields });
    return troubleOf(line, judged(line, part, substitutes), makeAfter, new Date(today));
  };
  const labels = (trouble: ReturnType<typeof troubleOf>) => [
    trouble?.words,
    ...(trouble?.choices.map(({ label }) => label) ?? []),
  ];

  test('is mended by the nearest right quantities', () => {
    assert.deepEqual(labels(troubleWith({ quantity: 70 })), [
      'The minimum is 100 pcs.',
      'Order 100 (+$60.00)',
    ]);
    const between = troubleWith({ quantity: 130 });
    assert.deepEqual(labels(between), [
      ...['Sold in multiples of 50.', 'Order 100 (−$60.00)', 'Order 150 (+$40.00)'],
    ]);
    assert.deepEqual(written(between!.choices[1]!.ops()), [{ quantity: 150 }]);
    assert.equal(troubleWith({ quantity: 150 }), undefined);
  });

  test('is mended by what is in stock', () => {
    const few = partOf('A', { available: 630 });
    assert.deepEqual(labels(troubleWith({ quantity: 1000 }, few)), [
      ...['Only 630 in stock.', 'Order 600 (+$200.00)'],
    ]);
    assert.deepEqual(labels(troubleWith({ quantity: 1000 }, partOf('A', { available: 0 }))), [
      'Out of stock.',
      'Remove',
    ]);
    assert.deepEqual(labels(troubleWith({ quantity: 100 }, partOf('A', { available: 30 }))), [
      'Only 30 in stock.',
      'Remove',
    ]);
  });

  const expected = [{ dueOn: '2027-03-03', available: 400 }];

  test('is split where more is expected: what there is now, and the rest on its day, after it', () => {
    const trouble = troubleWith(
      { quantity: 1000, raw: '1000 A', customerRef: 'K-1', perBoard: 4, leader: 2 },
      partOf('A', { available: 600, expected }),
    );
    assert.deepEqual(labels(trouble), [
      'Only 600 in stock, 400 more on Mar 3, 2027.',
      'Split: 600 now, 400 on Mar 3, 2027 (+$1,000.00)',
      'Order 600 (+$200.00)',
    ]);
    assert.deepEqual(written(trouble!.choices[0]!.ops()), [
      { quantity: 600, receiptDate: null, perBoard: null, attrition: null, leader: null },
      { quantity: 400, receiptDate: '2027-03-03', raw: '1000 A', customerRef: 'K-1' },
    ]);
  });

  test('is offered to wait for the first day that has all of it where its split costs more', () => {
    const days = [
      ...expected,
      { dueOn: '2027-04-01', available: 1_000 },
      { dueOn: '2027-05-04', available: 5_000 },
    ];
    const part = partOf('A', { available: 600, expected: days });
    const trouble = troubleWith({ quantity: 1000 }, part);
    assert.deepEqual(labels(trouble).slice(1), [
      'Split: 600 now, 400 on Mar 3, 2027 (+$1,000.00)',
      'All 1,000 on Apr 1, 2027',
      'Order 600 (+$200.00)',
    ]);
    assert.deepEqual(written(trouble!.choices[1]!.ops()), [{ quantity: 1000, receiptDate: '2027-04-01' }]);
    assert.deepEqual(labels(troubleWith({ quantity: 1000 }, { ...part, priceBreaks: [] })).slice(1), [
      ...['Split: 600 now, 400 on Mar 3, 2027', 'Order 600 (−$800.00)'],
    ]);
  });

  test('is offered the most that can be had on one day where sharing them out costs more', () => {
    const days = [{ dueOn: '2027-03-03', available: 1_000 }];
    const part = partOf('A', { available: 400, expected: days });
    assert.deepEqual(labels(troubleWith({ quantity: 1020 }, part)).slice(1), [
      '1,000 at most: 400 now, 600 on Mar 3, 2027 (+$980.00)',
      '1,000 at most, on Mar 3, 2027 (−$20.00)',
      'Order 400 (−$220.00)',
    ]);
  });

  test('is offered the most that can be had where its multiple forbids to split the whole', () => {
    const trouble = troubleWith(
      { quantity: 1000 },
      partOf('A', { available: 600, multiple: 250, minOrder: 250, expected }),
    );
    assert.deepEqual(labels(trouble).slice(1), [
      ...['750 at most: 500 now, 250 on Mar 3, 2027 (+$500.00)', 'Order 500'],
    ]);
    const [now, later] = written(trouble!.choices[0]!.ops());
    assert.deepEqual(now, {
      quantity: 500,
      receiptDate: null,
      perBoard: null,
      attrition: null,
      leader: null,
    });
    assert.deepEqual(later, {
      quantity: 250,
      receiptDate: '2027-03-03',
      raw: undefined,
      customerRef: undefined,
    });
  });

  test('names a day of the coming twelve months without its year', () => {
    const part = partOf('A', { available: 20, expected });
    assert.equal(labels(troubleWith({ quantity: 400 }, part, [], '2026-11-23'))[1], 'All 400 on Mar 3');
  });

  test('waits for the day on which all of it comes', () => {
    const trouble = troubleWith({ quantity: 400 }, partOf('A', { available: 20, expected }));
    assert.deepEqual(labels(trouble)[1], 'All 400 on Mar 3, 2027');
    assert.deepEqual(written(trouble!.choices[0]!.ops()), [{ quantity: 400, receiptDate: '2027-03-03' }]);
  });

  test('of a line that waits says what is expected', () => {
    const line = { quantity: 500, receiptDate: '2027-03-03' };
    const part = partOf('A', { available: 50, expected });
    assert.equal(troubleWith(line, part)!.words, 'Only 400 are expected on Mar 3, 2027.');
    const none = troubleWith({ ...line, receiptDate: '2027-03-04' }, part);
    assert.equal(none!.words, 'Nothing is expected on Mar 4, 2027 any more.');
    assert.equal(troubleWith({ ...line, quantity: 400 }, part), undefined);
  });

  test('of a part that is no longer made is mended by what can take its place', () => {
    const old = partOf('A', { lifecycle: 'obsolete', available: 0 });
    const trouble = troubleWith({ quantity: 100, receiptDate: '2027-03-03' }, old, [partOf('B')]);
    assert.deepEqual(labels(trouble), ['Discontinued, none left.', 'Replace with B']);
    assert.deepEqual(written(trouble!.choices[0]!.ops()), [{ productId: 'id-B', receiptDate: null }]);
    const dearer = troubleWith({ quantity: 100 }, old, [partOf('B', { price: 2.5 })]);
    assert.deepEqual(labels(dearer).slice(1), ['Replace with B (+$50.00)']);
    const scarce = troubleWith({ quantity: 100 }, old, [partOf('B', { price: 2.5, available: 0 })]);
    assert.deepEqual(labels(scarce).slice(1), ['Replace with B']);
  });

  test('of a part that is gone can only be taken out', () => {
    const line = aLine({ productId: 'gone', quantity: 100 });
    const problem = { code: 'gone' as const, message: '', quantities: [] };
    const trouble = troubleOf(line, { match: 'none', candidates: [], problem }, makeAfter);
    assert.deepEqual(labels(trouble), ['This part is not sold any more.', 'Remove']);
    assert.deepEqual(trouble!.choices[0]!.ops(), [{ op: 'remove', _id: line._id }]);
  });
});
