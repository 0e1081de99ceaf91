// Pure: what a verdict comes to, without a database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NeededApproval } from '#contract/companies/rules.ts';
import { type Content, hashOf } from './content.ts';
import { type Approver, type AskedPurchase, judgeApproval } from './judge-approval.ts';

const SEEN = { revision: 3, hash: 'h' };
const byRole = (count = 1): NeededApproval => ({ reason: 'above', by: { role: 'approver' }, count });
const asked = (more: Partial<AskedPurchase> = {}): AskedPurchase => ({
  ...{ authors: ['buyer'], isUnapproved: true, needed: [byRole()], ...SEEN },
  ...more,
});
const member = (userId: string, roles = ['approver'], approved: Approver['approved'] = null): Approver => ({
  ...{ userId, roles, approved },
});
const judge = (
  purchase: AskedPurchase,
  members: Approver[],
  {
    by = 'boss',
    verdict = 'approve' as 'approve' | 'send_back',
    ...seen
  }: { by?: string; verdict?: 'approve' | 'send_back'; revision?: number; hash?: string } = {},
) => judgeApproval(purchase, members, { userId: by, verdict, ...SEEN, ...seen });

test('nobody approves their own, whatever their role', () => {
  const own = asked({ authors: ['buyer', 'boss'] });
  assert.equal(judge(own, [member('boss', ['admin', 'approver'])]).verdict, 'own_purchase');
  assert.equal(judge(own, [member('boss')], { verdict: 'send_back' }).verdict, 'own_purchase');
});

test('who is no member, has no right, or is not meant, does not approve', () => {
  assert.equal(judge(asked(), []).verdict, 'unauthenticated');
  assert.equal(judge(asked(), [member('boss', ['buyer'])]).verdict, 'right_missing');
  assert.equal(judge(asked(), [member('boss', ['admin'])]).verdict, 'not_approver');
  const byPerson = asked({ needed: [{ reason: 'above', by: { userId: 'other' }, count: 1 }] });
  assert.equal(judge(byPerson, [member('boss')]).verdict, 'not_approver');
});

test('an approval of another revision or hash, or of what does not wait, is refused', () => {
  for (const [purchase, seen] of [
    [asked(), { revision: 2 }],
    [asked(), { hash: 'x' }],
    [asked({ isUnapproved: false }), {}],
  ] as const)
    assert.equal(judge(purchase, [member('boss')], seen).verdict, 'changed');
});

test('two approvals are of two people who may approve, and one approval counts for all rules that mean its giver', () => {
  const two = asked({ needed: [byRole(2)] });
  assert.deepEqual(judge(two, [member('boss')]), { verdict: 'approved', isComplete: false });
  const second = (roles: string[]) => member('second', roles, SEEN);
  assert.deepEqual(judge(two, [member('boss'), second(['approver'])]), {
    verdict: 'approved',
    isComplete: true,
  });
  // The second one has no such role any more.
  assert.deepEqual(judge(two, [member('boss'), second(['viewer'])]), {
    verdict: 'approved',
    isComplete: false,
  });
  const both = asked({ needed: [byRole(), { reason: 'new_address', by: { userId: 'boss' }, count: 1 }] });
  assert.deepEqual(judge(both, [member('boss')]), { verdict: 'approved', isComplete: true });
});

test('the same approval once more changes nothing, also when the purchase is approved; sending back is another verdict', () => {
  const again = [member('boss', ['approver'], SEEN)];
  assert.equal(judge(asked({ isUnapproved: false, revision: 4 }), again).verdict, 'repeat');
  assert.equal(judge(asked(), again, { verdict: 'send_back' }).verdict, 'sent_back');
});

test('the hash is another one after any change of what is approved, and does not depend on the order of fields', () => {
  const content: Content = {
    ...{
      totalCents: 5000,
      currency: 'USD',
      poNumber: 'PO-1',
      costCentre: 'R&D',
      address: '1 Dock Road',
      phone: '1',
    },
    shipTo: { name: 'A', city: 'Oakland', postcode: '1', country: 'US' } as Content['shipTo'],
    billTo: null,
    deliveryWish: null,
    lines: [['l', 'p', 100, 500_000, 5000, null]],
    charges: [],
  };
  const { shipTo } = content;
  const billTo = { ...shipTo!, street: ['PO Box 1'], phone: '1' };
  const changes: Partial<Content>[] = [
    { totalCents: 5001 },
    { poNumber: 'PO-2' },
    { costCentre: null },
    { address: '2 Dock Road' },
    { phone: '2' },
    { shipTo: { ...shipTo!, city: 'Reno' } },
    { lines: [['l', 'p', 101, 500_000, 5000, null]] },
    { lines: [['l', 'p', 100, 500_001, 5000, null]] },
    { charges: [[1, 100, 'O', 0]] },
    { billTo },
    { billTo: { ...billTo, street: ['PO Box 2'] } },
    { deliveryWish: 'Gate 2' },
    { billTo, deliveryWish: 'Gate 2' },
  ];
  const hashes = [content, ...changes.map((change) => ({ ...content, ...change }))].map(hashOf);
  assert.equal(new Set(hashes).size, hashes.length);
  const reversed = Object.fromEntries(Object.entries(shipTo!).reverse()) as Content['shipTo'];
  assert.equal(hashOf({ ...content, shipTo: reversed }), hashes[0]);
  // That of versions without billing addresses, whose pages are open.
  assert.equal(hashes[0], '5d5830733aa8b2b6d0e27c4d581820035a5d3358d44824a02ec7e3f18809d6d9');
});
