// Costs no database: what is decided of purchases, from rows as they are locked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { OWN_RIGHTS } from '#contract/companies/rights.ts';
import { NO_RULES } from '#contract/companies/rules.ts';
import { CARD_LIMIT_CENTS, lineCents, toMicros } from '#contract/kernel/money.ts';
import { unitPrice } from '#contract/kernel/price.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import { refuseQuantity } from '#contract/products/quantity.ts';
import { GENEROUS, requestOf, type TestLine } from '../../tests/fixtures/purchases.ts';
import { withPriceBreaks } from '../../tests/price-breaks.ts';
import { type Judgement, judgePurchases } from './judge.ts';
import { type Asker, type Locked, receiptKey } from './lock.ts';
import type { PurchaseRequest, PurchaseTerms } from './request.ts';
import type { LockedProduct, LockedReceipt } from './stock-rows.ts';

const DAY = '2030-01-02';

const productOf = (id: string, available: number, more: Partial<LockedProduct> = {}): LockedProduct => ({
  ...{ id, name: id, price: 2.5, priceBreaks: [], minOrder: 100, multiple: 1, available, revision: 1 },
  isRemoved: false,
  ...more,
});
const receiptOf = (productId: string, quantity: number, promised = 0): LockedReceipt => ({
  ...{ id: `receipt of ${productId}`, productId, dueOn: DAY, quantity, promised },
});
const askerOf = (userId: string, more: Partial<Asker> = {}): Asker => ({
  ...{
    userId,
    buyerId: userId,
    roles: null,
    name: userId,
    email: `${userId}@example.com`,
    isAddressProven: true,
    placedBy: null,
    unpaidOrders: 0,
    heldCents: 0,
  },
  ...{ closedWhy: null, blockedWhy: null, isWaiting: false, earlier: null, ...more },
});

/** A request of a buyer for these lines, and who the buyer is. */
interface Asked {
  asker: Asker | undefined;
  request: PurchaseRequest;
}

function ask(asker: Asker | undefined, lines: TestLine[], more: Partial<PurchaseRequest> = {}): Asked {
  const userId = asker?.userId ?? '';
  const who = { kind: 'person', userId, buyerId: userId, sessionId: '', tokenHash: '' } as const;
  const caller = {
    ...who,
    name: '',
    email: '',
    role: 'customer',
    factor: 'none',
    rights: OWN_RIGHTS,
  } as const;
  return { asker, request: { ...requestOf(caller, lines), ...more } };
}

const keyed = (key: string, hash = 0, userId = 'grace'): Partial<PurchaseRequest> => ({
  attempt: { userId, call: 'placeOrder', key, requestHash: Buffer.alloc(32, hash) },
});

/** What a judgement is given besides products and terms. */
interface Given {
  receipts: LockedReceipt[];
  lists: Locked['lists'];
}

function judge(
  asked: Asked[],
  products: LockedProduct[],
  { receipts = [], lists = new Map(), ...terms }: Partial<PurchaseTerms> & Partial<Given> = {},
): Judgement[] {
  const locked: Locked = {
    askers: asked.map(({ asker }) => asker),
    products: new Map(products.map((product) => [product.id, product])),
    receipts: new Map(receipts.map((receipt) => [receiptKey(receipt.productId, receipt.dueOn), receipt])),
    lists,
  };
  const requests = asked.map(({ request }) => request);
  return judgePurchases(requests, locked, { ...GENEROUS, ...terms });
}

/** A judgement in short: of the purchase, or of the lines that refuse it. */
const inShort = (one: Judgement) =>
  one.verdict === 'refused' ? one.lines.map(({ line, verdict }) => `${line} ${verdict}`).join() : one.verdict;
const verdictsOf = (...given: Parameters<typeof judge>) => judge(...given).map(inShort);

const grace = askerOf('grace');
const ada = askerOf('ada');

describe('an offer to the buyer', () => {
  const prices = new Map([['one', { price: 2, priceBreaks: [{ from: 500, price: 1.5 }] }]]);
  const source = { kind: 'company', id: 'list', name: '2026-B' } as const;
  const lists = new Map([['grace', [{ source, minusPercent: null, prices }]]]);
  const stock = [productOf('one', 10_000), productOf('two', 10_000)];
  const pricesOf = (asked: Asked) => {
    const [judged] = judge([asked], stock, { lists });
    assert.equal(judged!.verdict, 'placed');
    return judged!.verdict === 'placed'
      ? judged!.lines.map(({ unitPriceMicros, priceSource }) => [unitPriceMicros / 1e6, priceSource.kind])
      : [];
  };

  test('prices the lines, and no line of another buyer', () => {
    const lines: TestLine[] = [
      ['one', 100, 2],
      ['one', 500, 1.5],
      // As clients of the specification send it: the price of the minimum.
      ['one', 500, 2],
      ['two', 100, 2.5],
    ];
    assert.deepEqual(pricesOf(ask(grace, lines)), [
      [2, 'company'],
      [1.5, 'company'],
      [1.5, 'company'],
      [2.5, 'list'],
    ]);
    assert.deepEqual(pricesOf(ask(ada, [['one', 100, 2.5]])), [[2.5, 'list']]);
  });

  test('refuses the list price that a buyer has seen before, and names its own', () => {
    assert.deepEqual(judge([ask(grace, [['one', 100, 2.5]])], stock, { lists }), [
      {
        verdict: 'refused',
        lines: [{ line: 1, verdict: 'price_changed', unitPriceMicros: 2_000_000 }],
        cents: 20_000,
      },
    ]);
  });
});

describe('lines', () => {
  test('that are to blame are all named, with the numbers that say so, and no other is', () => {
    const products = [productOf('one', 1000), productOf('dear', 1000, { minOrder: 500 })];
    const lines: TestLine[] = [
      ['one', 100],
      ['one', 100, 2.49],
      ['none', 100],
      ['dear', 499],
    ];
    const [refused] = judge(
      [ask(grace, [...lines, ['dear', 1001], ['one', 99], ['one', 1, 2.5, DAY]])],
      products,
    );
    assert.deepEqual(refused, {
      verdict: 'refused',
      lines: [
        { line: 2, verdict: 'price_changed', unitPriceMicros: 2_500_000 },
        { line: 3, verdict: 'gone' },
        { line: 4, verdict: 'too_few', least: 500 },
        { line: 5, verdict: 'too_many', available: 1000 },
        { line: 6, verdict: 'too_few', least: 100 },
        { line: 7, verdict: 'not_expected', dueOn: DAY },
      ],
    });
    assert.deepEqual(
      verdictsOf([ask(grace, [['one', 100]])], [productOf('one', 1000, { isRemoved: true })]),
      ['1 gone'],
    );
  });

  test('get what the lines before them have left, but for those that are refused themselves', () => {
    const products = [productOf('part', 1000), productOf('dear', 1000, { price: 9000 })];
    const parts = [600, 500, 400, 100].map((pieces): TestLine => ['part', pieces]);
    const dear = [111, 100].map((pieces): TestLine => ['dear', pieces, 9000]);
    assert.deepEqual(judge([ask(grace, [...parts, ...dear])], products), [
      {
        verdict: 'refused',
        lines: [
          { line: 2, verdict: 'too_many', available: 400 },
          { line: 4, verdict: 'too_many', available: 0 },
          // $999,999.99 less $2,500.
          { line: 5, verdict: 'over_card_limit', leftCents: 99_749_999 },
        ],
      },
    ]);
  });

  test('of a wrong multiple are told both numbers, and of too many pieces that there are too many', () => {
    const part = productOf('part', 1000, { multiple: 120 });
    assert.deepEqual(
      judge(
        [
          ask(grace, [
            ['part', 130],
            ['part', 1130],
          ]),
        ],
        [part],
      ),
      [
        {
          verdict: 'refused',
          lines: [
            { line: 1, verdict: 'not_multiple', least: 120, multiple: 120, available: 1000 },
            { line: 2, verdict: 'too_many', available: 1000 },
          ],
        },
      ],
    );
  });

  test('that wait for a day take what is expected then and is not promised, and leave the stock', () => {
    const products = [productOf('part', 300)];
    const receipts = [receiptOf('part', 500, 200)];
    const waiting = (pieces: number) => ask(grace, [['part', pieces, 2.5, DAY]]);
    const asked = [waiting(301), waiting(200), waiting(150), ask(ada, [['part', 300]]), waiting(100)];
    assert.deepEqual(verdictsOf(asked, products, { receipts }), [
      ...['1 too_many', 'placed', '1 too_many', 'placed', 'placed'],
    ]);
  });

  test('are of any price where none is named, and of that of the minimum or of the quantity where one is', () => {
    const part = productOf('part', 10_000, { priceBreaks: [{ from: 500, price: 2 }] });
    const asked = ask(grace, [['part', 500]]);
    delete asked.request.lines[0]!.unitPriceMicros;
    const at = (price: number) => ask(grace, [['part', 500, price]]);
    assert.deepEqual(verdictsOf([asked, at(2), at(2.5), at(2.25)], [part]), [
      ...['placed', 'placed', 'placed', '1 price_changed'],
    ]);
  });

  test('are refused as forms refuse them, and come to as much', () => {
    const seen = new Set<string | undefined>();
    /** Prices of any size, with up to six decimals. */
    const price = fc
      .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, decimals]) => digits / 10 ** decimals);
    const available = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 2_000_000_000 }));
    const multiple = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 120 }));
    const product = withPriceBreaks(
      fc.record({ price, minOrder: fc.integer({ min: 1, max: 300 }), available, multiple }),
      { most: 3, step: 200 },
    );
    const quantity = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 2_147_483_647 }));
    fc.assert(
      fc.property(product, quantity, fc.integer({ min: -1, max: 1 }), (part, random, near) => {
        const least = minimumQuantity(part);
        const around = [
          part.minOrder,
          100,
          least,
          ...part.priceBreaks.map(({ from }) => from),
          part.available,
        ];
        const multiples = around.map((some) => Math.ceil(some / part.multiple) * part.multiple);
        for (const pieces of [random, ...around.map((some) => some + near), ...multiples]) {
          if (pieces < 1 || pieces > 2_147_483_647) continue;
          const price = near === 0 ? part.price : unitPrice(part, pieces);
          const [one] = judge([ask(grace, [['part', pieces, price]])], [productOf('part', 0, part)]);
          const expected = refuseQuantity(pieces, part);
          assert.equal(one!.verdict === 'refused' ? one!.lines[0]!.verdict : undefined, expected);
          seen.add(expected);
          if (one!.verdict === 'placed')
            assert.equal(one!.cents, lineCents(toMicros(unitPrice(part, pieces)), pieces));
        }
      }),
      { numRuns: 500 },
    );
    assert.deepEqual([...seen].sort(), ['not_multiple', 'over_card_limit', 'too_few', 'too_many', undefined]);
  });

  test('are rounded to cents once, half a cent up', () => {
    const part = productOf('part', 10_000, { price: 0.894045 });
    const lines = [100, 101, 1000].map((pieces): TestLine => ['part', pieces, 0.894045]);
    const [one] = judge([ask(grace, lines)], [part]);
    // $89.4045, $90.298545 and $894.045.
    assert.deepEqual(one!.verdict === 'placed' && one!.lines.map(({ cents }) => cents), [8940, 9030, 89_405]);
  });
});

describe('purchases', () => {
  test('come to as much as a card pays at least, whatever price lists say', () => {
    const part = productOf('part', 10_000, { price: 0.0008 });
    const of = (pieces: number) => ask(grace, [['part', pieces, 0.0008]]);
    assert.deepEqual(verdictsOf([of(100), of(600), of(625)], [part]), [
      'total_too_low',
      'total_too_low',
      'placed',
    ]);
  });

  test('come to no more than a card can be charged', () => {
    const part = productOf('part', 100_000, { price: 9999.99 });
    const of = (...pieces: number[]) =>
      ask(
        grace,
        pieces.map((one): TestLine => ['part', one, 9999.99]),
      );
    const verdicts = verdictsOf([of(101), of(100, 100), of(100)], [part]);
    assert.deepEqual(verdicts, ['1 over_card_limit', '2 over_card_limit', 'placed']);
  });

  test('come to the total that is expected, or else say what they come to', () => {
    const products = [productOf('one', 1000), productOf('other', 100)];
    const lines: TestLine[] = [
      ['one', 100],
      ['other', 100],
    ];
    const [wrong, refused, placed] = judge(
      [
        ask(grace, lines, { expectedCents: 49_999 }),
        // What is wrong with a line is told first.
        ask(grace, [['one', 99]], { expectedCents: 1 }),
        ask(grace, lines, { expectedCents: 50_000 }),
      ],
      products,
    );
    assert.deepEqual(wrong, { verdict: 'total_changed', lines: [], cents: 50_000 });
    assert.equal(inShort(refused!), '1 too_few');
    assert.equal(placed!.verdict, 'placed');
  });

  test('are decided on in their order: each gets what those before it have left, and who is refused takes nothing', () => {
    const products = [productOf('part', 1000), productOf('other', 1000)];
    const of = (pieces: number) => ask(grace, [['part', pieces]]);
    const mixed = ask(ada, [
      ['other', 100],
      ['part', 200],
    ]);
    assert.deepEqual(verdictsOf([of(800), of(500), mixed, of(100), of(1)], products), [
      ...['placed', '1 too_many', 'placed', '1 too_many', '1 too_few'],
    ]);
    const gone = ask(grace, [
      ['part', 1000],
      ['none', 100],
    ]);
    assert.deepEqual(verdictsOf([gone, of(1000)], products), ['2 gone', 'placed']);
  });

  test('are only for who may order, and say why not', () => {
    const blocked = askerOf('eve', { blockedWhy: 'unpaid invoices' });
    const closed = askerOf('fay', { closedWhy: 'merged', blockedWhy: 'unpaid invoices', isWaiting: true });
    const asked = [
      ask(undefined, [['part', 100]]),
      ask(blocked, [['none', 100]]),
      ask(closed, [['none', 100]]),
      ask(askerOf('gil', { isWaiting: true }), [['none', 100]]),
      ask(ada, [['part', 100]]),
    ];
    assert.deepEqual(judge(asked, [productOf('part', 100)]).slice(0, 4), [
      { verdict: 'unauthenticated' },
      { verdict: 'blocked', why: 'unpaid invoices' },
      { verdict: 'company_closed', why: 'merged' },
      { verdict: 'company_waiting' },
    ]);
    assert.deepEqual(verdictsOf(asked, [productOf('part', 100)]).at(-1), 'placed');
  });

  test('name a billing address of the buyer’s book on their invoice, or none', () => {
    const billTo = {
      name: 'Accounts',
      street: ['PO Box 1'],
      city: 'A',
      postcode: '1',
      country: 'US',
      phone: '1',
    };
    const of = (asker: Asker) => ask(asker, [['part', 100]], { facts: { billTo } });
    const asked = [of(grace), of(askerOf('ada', { isBillable: true })), ask(grace, [['part', 100]])];
    assert.deepEqual(verdictsOf(asked, [productOf('part', 1000)]), ['no_bill_to', 'placed', 'placed']);
  });

  test('are repeats where their Idempotency-Key was used, by an earlier request or by one beside it', () => {
    const answer = { insertedId: 'a', purchaseId: 'b', number: 1, poUsedBefore: 0 };
    const before = { requestHash: Buffer.alloc(32, 1).toString('hex'), answer };
    const again = askerOf('grace', { earlier: before });
    const lines: TestLine[] = [['part', 100]];
    const gone: TestLine[] = [['none', 100]];
    const asked = [
      ask(again, gone, keyed('a', 1)),
      ask(again, gone, keyed('a', 2)),
      ask(grace, gone, keyed('b', 1)),
      ask(grace, lines, keyed('b', 1)),
      ask(grace, lines, keyed('b', 1)),
      ask(grace, lines, keyed('b', 2)),
      ask(ada, lines, keyed('b', 1, 'ada')),
    ];
    assert.deepEqual(verdictsOf(asked, [productOf('part', 1000)]), [
      ...['repeat', 'key_reused', '1 gone', 'placed', 'repeat', 'key_reused', 'placed'],
    ]);
  });

  test('of one buyer are no more than may be unpaid', () => {
    const of = (asker: Asker) => ask(asker, [['part', 100]]);
    const owing = askerOf('owing', { unpaidOrders: 1 });
    const asked = [of(owing), ask(owing, [['none', 100]]), of(owing), of(owing), of(ada)];
    assert.deepEqual(verdictsOf(asked, [productOf('part', 10_000)], { maxUnpaid: 3 }), [
      ...['placed', '1 gone', 'placed', 'too_many_unpaid', 'placed'],
    ]);
  });

  test('of a buyer with an unproven address are one of any value, or several up to the limit', () => {
    const unproven = { isAddressProven: false };
    // 100 pieces come to $250.
    const of = (pieces: number, heldCents: number, asker = askerOf('new', { ...unproven, heldCents })) =>
      ask(asker, [['part', pieces]]);
    const part = productOf('part', 100_000);
    const terms = { unprovenCents: 60_000 };
    assert.deepEqual(verdictsOf([of(100, 0), of(100, 0), of(100, 0)], [part], terms), [
      ...['placed', 'placed', 'address_unproven'],
    ]);
    const one = (pieces: number, heldCents: number) => verdictsOf([of(pieces, heldCents)], [part], terms)[0];
    assert.equal(one(1000, 0), 'placed', 'one of any value');
    assert.equal(one(100, 250_000), 'address_unproven');
    assert.equal(one(2000, 250_000), 'address_unproven', 'one only');
    assert.equal(one(100, 35_000), 'placed', 'up to the limit itself');
    assert.deepEqual(verdictsOf([of(100, 0, ada), of(1000, 0, ada)], [part], terms), ['placed', 'placed']);
  });
});

/** Several requests for two products and what is expected of them. */
const several = fc.record({
  parts: fc.tuple(
    ...['a', 'b'].map((id) =>
      fc.record({
        id: fc.constant(id),
        price: fc.constantFrom(2.5, 900, 9999.99),
        minOrder: fc.integer({ min: 1, max: 300 }),
        multiple: fc.constantFrom(1, 50),
        available: fc.integer({ min: 100, max: 1500 }),
      }),
    ),
  ),
  expected: fc.integer({ min: 0, max: 500 }),
  asked: fc.array(
    fc.record({
      who: fc.constantFrom('one', 'two'),
      lines: fc.array(
        fc.tuple(
          fc.constantFrom('a', 'b'),
          fc.integer({ min: 1, max: 20 }),
          fc.boolean(),
          fc.integer({ min: 0, max: 4 }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  terms: fc.record({
    maxUnpaid: fc.integer({ min: 1, max: 3 }),
    unprovenCents: fc.integer({ min: 0, max: 1_000_000 }),
  }),
});

test('a PO number is used by who is placed with it, and not by who is refused', () => {
  const rules = { ...NO_RULES, poNumber: 'unique' as const };
  const limits = [{ kind: 'per_purchase' as const, limitCents: 30_000, usedCents: 0 }];
  const company = {
    roles: ['buyer'],
    actor: { roles: ['buyer'], skipsRules: false, perPurchase: null },
    limits,
    rules,
    isPoUsed: false,
    isKnownAddress: true,
  };
  const member = askerOf('member', { buyerId: 'acme', company });
  const one = (quantity: number, poNumber: string) =>
    ask(member, [['one', quantity]], { facts: { poNumber } });
  assert.deepEqual(
    verdictsOf([one(200, 'PO-1'), one(100, 'PO-1'), one(100, 'po-1')], [productOf('one', 10_000)]),
    ['over_limit', 'placed', 'company_rule'],
  );
});

test('whatever is asked for: no source gives more than it has, no limit is passed, and who is refused could not be served', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(several, ({ parts, expected, asked, terms }) => {
      const products = parts.map(({ id, available, ...part }) => productOf(id, available, part));
      const receipts = [receiptOf('a', expected)];
      const askers = { one: askerOf('one', { isAddressProven: false }), two: askerOf('two') };
      const toLine = ([id, fifties, waits, odd]: [string, number, boolean, number]): TestLine => {
        const { price } = parts.find((part) => part.id === id)!;
        return [id, 50 * fifties + (odd === 0 ? 1 : 0), price, waits ? DAY : undefined];
      };
      const all = asked.map(({ who, lines }) => ask(askers[who as 'one' | 'two'], lines.map(toLine)));
      const judged = judge(all, products, { ...terms, receipts });
      const left = new Map<string, number>(products.map(({ id, available }) => [id, available]));
      left.set(receipts[0]!.id, expected);
      const unpaid = new Map<string, number>();
      let heldCents = 0;
      for (const [nth, one] of judged.entries()) {
        seen.add(inShort(one).replace(/\d /g, '').split(',')[0]!);
        const { request, asker } = all[nth]!;
        if (one.verdict === 'refused') {
          // Without the lines that are to blame, nothing is wrong with the others.
          const blamed = new Set(one.lines.map(({ line }) => line));
          const lines = request.lines.filter((_, index) => !blamed.has(index + 1));
          const again = judge(all.with(nth, { asker, request: { ...request, lines } }), products, {
            ...terms,
            receipts,
          });
          assert.notEqual(again[nth]!.verdict, 'refused');
          continue;
        }
        if (one.verdict !== 'placed') continue;
        assert.equal(
          one.cents,
          one.lines.reduce((sum, { cents }) => sum + cents, 0),
        );
        assert.ok(one.cents <= CARD_LIMIT_CENTS);
        unpaid.set(asker!.userId, (unpaid.get(asker!.userId) ?? 0) + 1);
        if (asker!.userId === 'one') {
          assert.ok(heldCents === 0 || heldCents + one.cents <= Math.max(terms.unprovenCents, one.cents));
          heldCents += one.cents;
        }
        for (const { product, receipt, quantity } of one.lines) {
          const source = receipt?.id ?? product.id;
          left.set(source, left.get(source)! - quantity);
          assert.ok(quantity >= Math.max(100, product.minOrder) && quantity % product.multiple === 0);
        }
      }
      assert.ok([...left.values()].every((pieces) => pieces >= 0));
      assert.ok([...unpaid.values()].every((count) => count <= terms.maxUnpaid));
    }),
    { numRuns: 1000 },
  );
  for (const verdict of ['placed', 'too_few', 'too_many', 'not_multiple', 'over_card_limit', 'not_expected'])
    assert.ok(seen.has(verdict), `${verdict}: ${[...seen]}`);
});
