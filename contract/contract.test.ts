import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { EmailSchema } from './accounts/schema.ts';
import { api } from './api.ts';
import type { Call } from './kernel/call.ts';
import {
  formatMoney,
  formatPrice,
  fromMicros,
  isDollars,
  isUnitPrice,
  toCents,
  toDollars,
  toMicros,
} from './kernel/money.ts';
import { lineTotal } from './kernel/price.ts';
import { type ProblemCode, problemParams, problems } from './kernel/problem.ts';
import { refusalsOf } from './kernel/refusals.ts';
import { wordsOfProblem } from './problem-words.ts';
import { minimumQuantity, priceError, shortage } from './products/minimum.ts';
import { quantityError } from './products/quantity.ts';
import { NewProductSchema, PriceSchema } from './products/schema.ts';
import { RatingSchema } from './reviews/schema.ts';

const cents = fc.integer({ min: 1, max: 99_999_999 });

test('each problem code has exactly one status', () => {
  const codes = Object.values(problems).flatMap((ofStatus) => Object.keys(ofStatus));
  assert.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    [],
  );
});

test('each problem code refuses some call, or a request for a file or with a wrong method', () => {
  const refused = new Set<ProblemCode>(['method_not_allowed', 'file_changed', 'no_such_part']);
  for (const call of Object.values<Call>(api)) for (const code of refusalsOf(call)) refused.add(code);
  assert.deepEqual(
    Object.values(problems)
      .flatMap((ofStatus) => Object.keys(ofStatus) as ProblemCode[])
      .filter((code) => !refused.has(code)),
    [],
  );
});

test('each reason of a refusal is said in a sentence, never by its key', () => {
  for (const [code, params] of Object.entries(problemParams)) {
    const reasons = Object.entries<z.ZodType>(params.shape).filter(([, type]) => type instanceof z.ZodEnum);
    for (const [field, type] of reasons)
      for (const reason of (type as z.ZodEnum).options) {
        // Other parameters stand in the sentence as they are, or choose another one.
        const others = Object.fromEntries(
          Object.entries<z.ZodType>(params.shape).map(([name, of]) => [name, exampleOf(of)]),
        );
        const words = wordsOfProblem(code, { ...others, [field]: reason as string });
        assert.match(words ?? '', /^[\p{Lu}\d$“].* .*[.!]$/su, `${code} ${reason}`);
        assert.doesNotMatch(words!, /_|undefined|NaN|\[object/, `${code} ${reason}`);
      }
  }
});

/** A value of a parameter. */
function exampleOf(type: z.ZodType): string | number {
  const inner = type instanceof z.ZodOptional ? (type.unwrap() as z.ZodType) : type;
  if (inner instanceof z.ZodEnum) return inner.options[0]!;
  return inner instanceof z.ZodNumber ? 2 : '2027-03-03';
}

test('no call and no route is listed twice', async () => {
  const files = globSync('*/{calls,*-calls}.ts', { cwd: import.meta.dirname });
  const lists = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
  const calls = lists.flatMap((list) => Object.values<object>(list)).flatMap(Object.entries) as [
    string,
    Call,
  ][];
  assert.deepEqual(calls.map(([name]) => name).toSorted(), Object.keys(api).toSorted());
  assert.equal(new Set(calls.map(([, { route }]) => route)).size, calls.length);
});

describe('money', () => {
  test('converts cents to dollars and back without loss', () => {
    fc.assert(fc.property(cents, (amount) => toCents(toDollars(amount)) === amount));
  });

  test('[S9.1] a total is exact where multiplied doubles are not', () => {
    assert.equal(1.15 * 100, 114.99999999999999);
    assert.equal(lineTotal({ price: 1.15 }, 100), 115);
    assert.equal(toCents(1.15 * 100), 11_500);
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 10_000 }), (price, quantity) => {
        assert.equal(toCents(lineTotal({ price: toDollars(price) }, quantity)), price * quantity);
      }),
    );
  });

  test('keeps up to six decimals of a unit price', () => {
    const micros = fc.integer({ min: 1, max: 999_999_990_000 });
    fc.assert(fc.property(micros, (price) => toMicros(fromMicros(price)) === price));
    assert.equal(isUnitPrice(0.894045), true);
    for (const wrong of [0.0000001, 1.2345678, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.equal(isUnitPrice(wrong), false, String(wrong));
      assert.throws(() => toMicros(wrong), RangeError);
    }
  });

  test('rounds a line to cents once, half a cent up', () => {
    assert.equal(lineTotal({ price: 0.894045 }, 1000), 894.05);
    assert.equal(lineTotal({ price: 0.894045 }, 100), 89.4);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (micros, quantity) => {
          const exact = (BigInt(micros) * BigInt(quantity) * 2n + 10_000n) / 20_000n;
          assert.equal(BigInt(toCents(lineTotal({ price: fromMicros(micros) }, quantity))), exact);
        },
      ),
    );
  });

  test('refuses more than two decimals, NaN and infinities', () => {
    for (const wrong of [0.001, 1.005, 19.999, Number.NaN, Number.POSITIVE_INFINITY, 1e308]) {
      assert.equal(isDollars(wrong), false, String(wrong));
      assert.throws(() => toCents(wrong), RangeError);
    }
  });

  test('formats amounts as people write them', () => {
    assert.equal(formatMoney(1234.5), '$1,234.50');
    for (const [price, text] of [
      [2.5, '$2.50'],
      [1000, '$1,000.00'],
      [0.0125, '$0.0125'],
      [0.894045, '$0.894045'],
    ] as const)
      assert.equal(formatPrice(price), text);
  });

  test('shows all decimals of a price up to six, no more, and two at least', () => {
    for (const price of [0.000001, 0.1, 0.3, 1.005, 0.894045, 12_345.678901]) {
      for (const decimals of [0, 1, 2, 3, 4, 5, 6]) {
        const rounded = Number(price.toFixed(decimals));
        const [dollars, cents] = formatPrice(rounded).replace(/[$,]/g, '').split('.') as [string, string];
        assert.equal(Number(`${dollars}.${cents}`), rounded);
        assert.ok(cents.length >= 2 && (cents.length === 2 || !cents.endsWith('0')), cents);
      }
    }
  });

  test('a price is 0.01 to 999,999.99', () => {
    for (const good of [0.01, 1, 999_999.99]) assert.ok(PriceSchema.safeParse(good).success);
    for (const bad of [0, -1, 0.009, 1_000_000, '1', null]) assert.ok(!PriceSchema.safeParse(bad).success);
  });
});

describe('email', () => {
  test("takes the specification's addresses and those of businesses", () => {
    const good = [
      'a1@example.com',
      'buyer@acme.de',
      'first.last@acme.co.uk',
      'orders+parts@sub.acme-parts.example',
      '4711@3m.com',
      'o_brien@x1.museum',
    ];
    for (const email of good) assert.ok(EmailSchema.safeParse(email).success, email);
  });

  test("[S5.2] refuses the rest with 'Enter a valid Email'", () => {
    const bad = [
      'Buyer@acme.com',
      'buyer@acme',
      'buyer acme.com',
      'a@b@acme.com',
      'a..b@acme.com',
      '.a@acme.com',
      'a@-acme.com',
      'a@acme.c',
      ' a@acme.com',
      'a@acme.com\n',
    ];
    for (const email of bad) {
      const parsed = EmailSchema.safeParse(email);
      assert.equal(parsed.error?.issues[0]?.message, 'email_form', email);
    }
    assert.equal(EmailSchema.safeParse('').error?.issues[0]?.message, 'email_required');
  });

  test('is validated in linear time', () => {
    const started = process.cpuUsage().user;
    for (const tail of ['', '!', '@', '.']) EmailSchema.safeParse(`${'a-'.repeat(120)}${tail}`);
    for (let n = 0; n < 1000; n += 1) EmailSchema.safeParse(`a@${'a.'.repeat(120)}!`);
    assert.ok(process.cpuUsage().user - started < 5_000_000);
  });
});

describe('order quantity', () => {
  const named = { name: 'Part', image: '/images/x.webp', shortDetails: 'A part' };
  const product = { minOrder: 100, available: 1000, price: 2 };

  test('the minimum is the larger of 100 and the product’s own', () => {
    assert.equal(minimumQuantity({ minOrder: 1 }), 100);
    assert.equal(minimumQuantity({ minOrder: 250 }), 250);
  });

  test('[S5.7, S5.8] exactly the whole numbers from minimum to available pass', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 2000 }), (quantity) => {
        const expected = quantity < 100 ? 'too_few' : quantity > 1000 ? 'too_many' : undefined;
        assert.equal(quantityError(quantity, product), expected);
      }),
    );
    for (const wrong of [99.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.equal(quantityError(wrong, product), 'too_few');
    }
  });

  test('a quantity that is not a whole number has its own message', () => {
    for (const wrong of [100.5, 250.5, 1000.5]) assert.equal(quantityError(wrong, product), 'whole_pieces');
  });

  test('stock below the minimum is a shortage that says how much is left', () => {
    assert.equal(shortage({ minOrder: 250, available: 250, price: 2 }), undefined);
    assert.equal(shortage({ minOrder: 1, available: 50, price: 2 }), '50 left, minimum 100');
    assert.equal(shortage({ minOrder: 2500, available: 2499, price: 2 }), '2,499 left, minimum 2,500');
    assert.equal(shortage({ minOrder: 100, available: 0, price: 2 }), 'Out of stock');
  });

  test('a total above the card limit is refused', () => {
    const dear = { minOrder: 100, available: 100_000, price: 9999.99 };
    assert.equal(quantityError(100, dear), undefined);
    assert.equal(quantityError(101, dear), 'over_card_limit');
  });

  test('a product whose smallest order is above the card limit has a price error, and cannot be ordered online', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 20_000 }), (price, minOrder) => {
        const part = { price: toDollars(price), minOrder, available: 1_000_000 };
        const tooDear = quantityError(minimumQuantity(part), part) === 'over_card_limit';
        assert.equal(priceError(part) !== undefined, tooDear);
        assert.equal(shortage(part), tooDear ? 'Cannot be ordered online' : undefined);
        assert.equal(NewProductSchema.safeParse({ ...named, ...part }).success, !tooDear);
      }),
    );
    assert.deepEqual(priceError({ price: 10_000, minOrder: 1 }), {
      ...{ least: 100, total: 1_000_000, lower: 'price' },
    });
    assert.equal(priceError({ price: 200, minOrder: 5000 })?.lower, 'either');
  });
});

describe('rating', () => {
  test('[S3.3] is 1 to 5, as string or number, and is parsed to the string', () => {
    assert.equal(RatingSchema.parse(4), '4');
    assert.equal(RatingSchema.parse('4'), '4');
    for (const bad of ['0', '6', '04', 4.5, 0, 6, null, ['4']])
      assert.ok(!RatingSchema.safeParse(bad).success);
  });
});
