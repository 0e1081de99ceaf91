import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OWN_RIGHTS } from './companies/rights.ts';
import { type CallShape, callsOf } from './kernel/call.ts';
import { covers, type Person } from './kernel/reach.ts';
import { type Action, can, policy, type RoleBlindAction, reachOf } from './policy.ts';

const buyer: Person = {
  kind: 'person',
  userId: 'b',
  buyerId: 'b',
  email: 'buyer@example.com',
  role: 'customer',
  rights: OWN_RIGHTS,
};
const admin: Person = {
  kind: 'person',
  userId: 'a',
  buyerId: 'a',
  email: 'admin@example.com',
  role: 'admin',
  rights: OWN_RIGHTS,
};
const clerk: Person = {
  kind: 'person',
  userId: 'c',
  buyerId: 'c',
  email: 'clerk@example.com',
  role: 'staff',
  rights: OWN_RIGHTS,
};
const ownOf = ({ userId, email, buyerId }: Person) => ({ userId, email, buyerId });

describe('reach', () => {
  test('a customer reaches their own orders, an admin all', () => {
    assert.deepEqual(reachOf('order.read', buyer), ownOf(buyer));
    assert.equal(reachOf('order.read', admin), 'all');
  });

  test('an admin who pays reaches their own orders', () => {
    assert.deepEqual(reachOf('payment.make', admin), ownOf(admin));
  });

  test('covers the rows of one buyer by id, of one person by address, or everything', () => {
    assert.equal(covers('all', { buyerId: 'x' }), true);
    for (const owner of [{ buyerId: 'b' }, { email: buyer.email }, ownOf(buyer)])
      assert.equal(covers(ownOf(buyer), owner), true);
    for (const owner of [{ buyerId: 'a' }, { email: admin.email }, {}, { ...ownOf(buyer), buyerId: 'a' }])
      assert.equal(covers(ownOf(buyer), owner), false);
  });
});

describe('can', () => {
  test('refuses customers what only admins may', () => {
    assert.equal(can(buyer, 'order.refund'), false);
    assert.equal(can(admin, 'order.refund'), true);
  });

  test('allows staff the goods and all orders, and refuses them people, roles and money', () => {
    for (const action of ['product.change', 'product.export', 'receipt.write', 'category.change'] as const)
      assert.deepEqual([can(clerk, action), can(buyer, action)], [true, false], action);
    assert.equal(reachOf('order.read', clerk), 'all');
    assert.deepEqual(reachOf('order.delete', clerk), ownOf(clerk));
    for (const action of [
      'account.list',
      'account.changeRole',
      'account.remove',
      'order.refund',
      'payment.read',
      'payment.refund',
      'product.add',
      'product.price',
      'product.import',
      'desk.readOverview',
      'settings.read',
      'settings.change',
      'review.readAddresses',
      'log.readAll',
    ] as const)
      assert.deepEqual([can(clerk, action), can(admin, action)], [false, true], action);
  });

  test('refuses a row that is out of reach', () => {
    assert.equal(can(buyer, 'order.delete', { buyerId: 'b' }), true);
    assert.equal(can(buyer, 'order.delete', { buyerId: 'a' }), false);
    assert.equal(can(admin, 'order.delete', { buyerId: 'b' }), true);
    assert.equal(can(admin, 'payment.make', { buyerId: 'b' }), false);
  });

  test('refuses everything without a principal', () => {
    for (const action of Object.keys(policy) as Action[]) assert.equal(can(undefined, action), false, action);
  });
});

describe('does not compile:', () => {
  const call = callsOf('Shop');
  const shape = { summary: '', output: 'text' } satisfies Partial<CallShape>;

  test('a call with an unknown action, without one, or with the action of other principals', () => {
    // @ts-expect-error no such action
    call('GET /x', { ...shape, may: 'order.raed' });
    // @ts-expect-error nothing is said
    call('GET /x', { ...shape });
    // @ts-expect-error the rule is for session cookies
    call('GET /x', { ...shape, may: 'account.exchange' });
    // @ts-expect-error the rule is for accessTokens
    call('GET /x', { ...shape, proof: 'cookie', may: 'order.read' });
    call('GET /x', { ...shape, proof: 'cookie', may: 'account.exchange' });
  });

  test('a rule that sees roles, where an action must not', () => {
    const blind: RoleBlindAction[] = ['order.place', 'payment.make', 'review.write'];
    // @ts-expect-error its rule sees the role
    const sees: RoleBlindAction = 'order.read';
    assert.ok(!blind.includes(sees));
  });
});
