import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_RULES } from '#contract/companies/rules.ts';
import { companySays } from './allowed.ts';

const member = { perPurchase: 100, perMonth: 150, usedThisMonth: 20, skipsRules: false };
const rules = {
  ...NO_RULES,
  approvals: [
    { above: 50, by: { role: 'approver' as const }, count: 1 },
    { newAddress: true as const, by: { role: 'admin' as const }, count: 1 },
  ],
};
const company = { rules, member, isNewAddress: false };

test('a member hears of the limit that orders exceed, one after the other, and of approvals that they need', () => {
  assert.deepEqual(companySays([50], company), { approvals: 0 });
  assert.deepEqual(companySays([50, 50.01], company), { approvals: 1 });
  assert.deepEqual(companySays([10], { ...company, isNewAddress: true }), { approvals: 1 });
  assert.deepEqual(companySays([100.01], company), {
    approvals: 0,
    over: { kind: 'per_purchase', cents: 10_001, leftCents: 10_000, limitCents: 10_000 },
  });
  assert.deepEqual(companySays([100, 31], company), {
    approvals: 1,
    over: { kind: 'per_month', cents: 3_100, leftCents: 3_000, limitCents: 15_000 },
  });
  const free = { perPurchase: null, perMonth: null, usedThisMonth: 20, skipsRules: false };
  assert.deepEqual(companySays([1e6], { ...company, member: free }), { approvals: 1 });
  assert.deepEqual(companySays([1e6], { ...company, member: { ...member, skipsRules: true } }), {
    approvals: 0,
  });
});
