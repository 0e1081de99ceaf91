/**
 * Authorization: `policies/` has the rules of each noun, and each call of `api.ts` names its rule in `may`. The server
 * checks them before it reads a request's body, and the browser before it offers an action.
 */
import { accountPolicy } from './accounts/policy.ts';
import { addressBookPolicy } from './address-book/policy.ts';
import { categoryPolicy } from './categories/policy.ts';
import { companyPolicy } from './companies/policy.ts';
import { deskPolicy } from './desk/policy.ts';
import { filePolicy } from './files/policy.ts';
import { imagePolicy } from './images/policy.ts';
import {
  type AnyPerson,
  covers,
  type Denied,
  type Own,
  type Principals,
  type Proof,
  type Reach,
} from './kernel/reach.ts';
import { listPolicy } from './lists/policy.ts';
import { logPolicy } from './log/policy.ts';
import { paymentPolicy } from './payments/policy.ts';
import { priceListPolicy } from './price-lists/policy.ts';
import { productPolicy } from './products/policy.ts';
import { orderPolicy } from './purchases/order-policy.ts';
import { purchasePolicy } from './purchases/policy.ts';
import { receiptPolicy } from './receipts/policy.ts';
import { returnPolicy } from './returns/policy.ts';
import { reviewPolicy } from './reviews/policy.ts';
import { settingPolicy } from './settings/policy.ts';
import { shipmentPolicy } from './shipping/policy.ts';
import { shopPolicy } from './shop/policy.ts';
import { stockPolicy } from './stock/policy.ts';

export const policy = {
  ...productPolicy,
  ...categoryPolicy,
  ...receiptPolicy,
  ...stockPolicy,
  ...priceListPolicy,
  ...listPolicy,
  ...addressBookPolicy,
  ...orderPolicy,
  ...purchasePolicy,
  ...shipmentPolicy,
  ...returnPolicy,
  ...deskPolicy,
  ...paymentPolicy,
  ...accountPolicy,
  ...companyPolicy,
  ...reviewPolicy,
  ...imagePolicy,
  ...filePolicy,
  ...settingPolicy,
  ...logPolicy,
  ...shopPolicy,
} satisfies Record<`${string}.${string}`, (who: never) => Reach | Denied>;

/** Money, roles and changes of settings: whoever has a second factor has to have proven it a short time ago. */
export const FRESHLY_PROVEN: ReadonlySet<string> = new Set<Action>([
  'order.refund',
  'payment.refund',
  'account.changeRole',
  'account.remove',
  'account.removeFactor',
  'settings.change',
]);

type Policy = typeof policy;
export type Action = keyof Policy;

/** The kind of principal that an action's rule is for. */
export type ActorOf<A extends Action> = Parameters<Policy[A]>[0];

/** The result of an action's rule for an allowed principal. */
export type ReachOf<A extends Action> = Exclude<ReturnType<Policy[A]>, Denied>;

/** The actions of principals who authenticate in this way. */
export type ActionBy<P extends Proof> = {
  [A in Action]: Principals[P] extends ActorOf<A> ? A : never;
}[Action];

/** The actions whose rules see no role: every person may do them, with their own rows. */
export type RoleBlindAction = { [A in Action]: AnyPerson extends ActorOf<A> ? A : never }[Action];

/** Returns the rows that a principal may reach with an action, or the refusal. */
export function reachOf<A extends Action>(action: A, who: ActorOf<A>): ReachOf<A> | Denied {
  const rule = policy[action] as (who: ActorOf<A>) => ReachOf<A> | Denied;
  return rule(who);
}

/** Returns whether a principal may do an action, with the row of `owner` where given. Without a principal: false. */
export function can<A extends Action>(who: ActorOf<A> | undefined, action: A, owner?: Partial<Own>): boolean {
  const reach: Reach | Denied = who === undefined ? { no: 'admins_only' } : reachOf(action, who);
  if (typeof reach === 'object' && 'no' in reach) return false;
  return owner === undefined || covers(reach, owner);
}
