// Costs no database: what a company lets its members order, from terms as they are read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ApprovalRule, NO_RULES } from '#contract/companies/rules.ts';
import type { CompanyTerms, CountedLimit } from './company-terms.ts';
import { judgeCompany, type Used } from './judge-company.ts';

const month = (limitCents: number | null, usedCents = 0): CountedLimit => ({
  ...{ kind: 'per_month', scopeId: 'member', periodStart: '2027-03-01', limitCents, usedCents },
});
const budget = (name: string, limitCents: number, usedCents = 0): CountedLimit => ({
  ...{ kind: 'budget', name, scopeId: name, periodStart: '2027-01-01', limitCents, usedCents },
});
const actorOf = (skipsRules: boolean) => ({ roles: ['buyer'], skipsRules, perPurchase: null });
const termsOf = (more: Partial<CompanyTerms> = {}): CompanyTerms => ({
  ...{ roles: ['buyer'], actor: actorOf(false), limits: [month(null)], rules: NO_RULES },
  ...{ isPoUsed: false, isKnownAddress: true },
  ...more,
});
const orderOf = (cents: number, more = {}) => ({
  cents,
  poNumber: undefined,
  costCentre: undefined,
  ...more,
});

test('a limit of a purchase, of a month and of a budget refuse what does not fit, with what is left', () => {
  const once: CountedLimit = { kind: 'per_purchase', limitCents: 500, usedCents: 0 };
  const limits = [once, month(1000, 700), budget('Lab', 250, 100)];
  const judge = (cents: number) => {
    const judged = judgeCompany(termsOf({ limits }), orderOf(cents));
    return judged.verdict === 'over_limit' ? [judged.limit, judged.name, judged.leftCents] : judged.verdict;
  };
  assert.deepEqual(judge(501), ['per_purchase', undefined, 500]);
  assert.deepEqual(judge(301), ['per_month', undefined, 300]);
  assert.deepEqual(judge(151), ['budget', 'Lab', 150]);
  assert.equal(judge(150), 'allowed');
});

test('orders that are judged together never come to a cent more than a limit, and only those are refused that do not fit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 30 }),
      fc.integer({ min: 0, max: 2000 }),
      (orders, limit) => {
        const terms = termsOf({ limits: [month(limit), budget('All', limit + 100)] });
        const used: Used = new Map();
        let sum = 0;
        for (const cents of orders) {
          const { verdict } = judgeCompany(terms, orderOf(cents), used);
          assert.equal(verdict, sum + cents <= limit ? 'allowed' : 'over_limit');
          if (verdict === 'allowed') sum += cents;
        }
        assert.ok(sum <= limit);
      },
    ),
  );
});

test('an approval is needed above an amount, for a new address and outside a budget, which is exceeded then', () => {
  const by = { role: 'approver' } as const;
  const rules = (approvals: ApprovalRule[]) => ({ ...NO_RULES, approvals });
  const needed = (more: Partial<CompanyTerms>, cents: number) => {
    const judged = judgeCompany(termsOf(more), orderOf(cents));
    return judged.verdict === 'allowed' ? judged.approvals.map(({ reason }) => reason) : judged.verdict;
  };
  const above = rules([{ above: 10, by, count: 1 }]);
  assert.deepEqual(needed({ rules: above }, 1000), []);
  assert.deepEqual(needed({ rules: above }, 1001), ['above']);
  const newAddress = rules([{ newAddress: true, by, count: 1 }]);
  assert.deepEqual(needed({ rules: newAddress, isKnownAddress: false }, 1), ['new_address']);
  assert.deepEqual(needed({ rules: newAddress }, 1), []);
  const limits = [month(null), budget('Lab', 100)];
  assert.equal(needed({ limits }, 101), 'over_limit');
  const overBudget = rules([{ overBudget: true, by, count: 2 }]);
  assert.deepEqual(needed({ limits, rules: overBudget }, 101), ['over_budget']);
  // No approval exceeds a member's own limit.
  assert.equal(needed({ limits: [month(50), budget('Lab', 100)], rules: overBudget }, 101), 'over_limit');
  const judged = judgeCompany(termsOf({ limits, rules: overBudget }), orderOf(101));
  assert.deepEqual(
    judged.verdict === 'allowed' && judged.counted.map(({ scopeId, boundCents }) => [scopeId, boundCents]),
    [
      ['member', null],
      ['Lab', 101],
    ],
  );
});

test('who may skip rules exceeds every limit and needs no approval, but keeps to PO numbers, cost centers and addresses', () => {
  const once: CountedLimit = { kind: 'per_purchase', limitCents: 500, usedCents: 0 };
  const limits = [once, month(1000, 700), budget('Lab', 2000), budget('All', 100, 100)];
  const approvals: ApprovalRule[] = [{ above: 5, by: { role: 'approver' }, count: 1 }];
  const actor = actorOf(true);
  const terms = termsOf({ actor, limits, rules: { ...NO_RULES, approvals } });
  const used: Used = new Map();
  const skippedOf = (cents: number) => {
    const judged = judgeCompany(terms, orderOf(cents), used);
    assert.ok(judged.verdict === 'allowed');
    assert.deepEqual(judged.approvals, []);
    return [judged.skipped, judged.counted.map(({ boundCents }) => boundCents)];
  };
  assert.deepEqual(skippedOf(0), [[], [1000, 2000, 100]]);
  assert.deepEqual(skippedOf(501), [
    ['per_purchase', 'per_month', 'budget', 'approval'],
    [1201, 2000, 601],
  ]);
  // Who comes after it in the transaction finds the budget used.
  const other = judgeCompany(termsOf({ limits: [budget('All', 1000, 100)] }), orderOf(400), used);
  assert.ok(other.verdict === 'over_limit' && other.leftCents === 399);
  const rules = { ...NO_RULES, poNumber: 'required' as const };
  assert.equal(judgeCompany(termsOf({ actor, rules }), orderOf(1)).verdict, 'company_rule');
  assert.equal(judgeCompany(termsOf({ actor, roles: ['admin'] }), orderOf(1)).verdict, 'allowed');
  const admin = termsOf({ roles: ['admin'], limits: [month(0)] });
  assert.equal(judgeCompany(admin, orderOf(1)).verdict, 'over_limit');
});

test('rules of PO numbers, cost centers and addresses, and the right to order', () => {
  const why = (more: Partial<CompanyTerms>, order: object) => {
    const judged = judgeCompany(termsOf(more), orderOf(1, order));
    return judged.verdict === 'company_rule' ? judged.breaches.join(' ') : judged.verdict;
  };
  const required = { ...NO_RULES, poNumber: 'required' } as const;
  assert.equal(why({ rules: required }, {}), 'po_required');
  assert.equal(why({ rules: required, isPoUsed: true }, { poNumber: 'PO-1' }), 'allowed');
  const unique = { ...NO_RULES, poNumber: 'unique' } as const;
  assert.equal(why({ rules: unique, isPoUsed: true }, { poNumber: 'PO-1' }), 'po_used');
  assert.equal(why({ rules: unique }, { poNumber: 'PO-1', isPoUsed: true }), 'po_used');
  const centres = { ...NO_RULES, costCentres: ['Lab', 'Line 2'] };
  assert.equal(why({ rules: centres }, {}), 'cost_centre');
  assert.equal(why({ rules: centres }, { costCentre: 'Roof' }), 'cost_centre');
  assert.equal(why({ rules: centres }, { costCentre: 'line 2' }), 'allowed');
  const book = { ...NO_RULES, addressesFromBook: true } as const;
  assert.equal(why({ rules: book, isKnownAddress: false }, {}), 'new_address');
  assert.equal(why({ rules: book }, {}), 'allowed');
  // All of them are told at once.
  const all = { ...centres, poNumber: 'unique', addressesFromBook: true } as const;
  assert.equal(why({ rules: all, isKnownAddress: false }, {}), 'po_required cost_centre new_address');
  assert.equal(
    why({ rules: all, isPoUsed: true }, { poNumber: 'PO-1', costCentre: 'Roof' }),
    'po_used cost_centre',
  );
  assert.equal(why({ roles: ['approver'] }, {}), 'right_missing');
  assert.equal(why({ roles: null }, {}), 'allowed', 'what somebody has placed who has left');
  assert.equal(why({ roles: null, rules: centres }, {}), 'cost_centre');
});

test('a limit is nearly used from 90 % on, by what was judged before in the transaction, too', () => {
  const limits = [month(1000, 700), budget('Lab', 2000, 1500), budget('All', 100_000)];
  const rules = { ...NO_RULES, approvals: [{ overBudget: true, by: { role: 'admin' }, count: 1 } as const] };
  const used: Used = new Map();
  const nearly = (cents: number) => {
    const judged = judgeCompany(termsOf({ limits, rules }), orderOf(cents), used);
    assert.equal(judged.verdict, 'allowed');
    return judged.verdict === 'allowed' && judged.counted.flatMap((one) => one.nearly ?? []);
  };
  assert.deepEqual(nearly(199), []);
  assert.deepEqual(nearly(1), [{ limitCents: 1000, usedCents: 900 }]);
  assert.deepEqual(nearly(100), [
    { limitCents: 1000, usedCents: 1000 },
    { limitCents: 2000, usedCents: 1800 },
  ]);
  // Of nothing, nothing can be nearly used; a month without a limit neither.
  const none = judgeCompany(termsOf({ limits: [month(0), budget('None', 0)] }), orderOf(0));
  assert.ok(none.verdict === 'allowed' && none.counted.every((one) => one.nearly === undefined));
});
