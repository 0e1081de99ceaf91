/** A company's rules for its orders. Without schemas, because the judge and browsers load it. */
import { toCents } from '../kernel/money.ts';
import { hasRight, type MemberRole } from './rights.ts';

/** Whose approval an order needs: of `count` different people with a role, or of one person. */
export interface Approvers {
  by: { role: MemberRole } | { userId: string };
  count: number;
}

/** When an order needs an approval: above an amount in dollars, for an address that is not in the book, or outside a budget. */
export interface ApprovalRule extends Approvers {
  above?: number | undefined;
  newAddress?: true | undefined;
  overBudget?: true | undefined;
}

export interface CompanyRules {
  /** Whether an order has to have a PO number, and one that no other order has. */
  poNumber: 'optional' | 'required' | 'unique';
  /** The cost centers that orders may name; empty: any, or none. */
  costCentres: readonly string[];
  /** Orders go to addresses of the company's book only. */
  addressesFromBook?: true | undefined;
  approvals: readonly ApprovalRule[];
}

export const NO_RULES: CompanyRules = { poNumber: 'optional', costCentres: [], approvals: [] };

/** What of an order the rules look at. */
export interface RuledOrder {
  cents: number;
  poNumber: string | undefined;
  costCentre: string | undefined;
  /** Whether another order of the company has the PO number. */
  isPoUsed: boolean;
  isNewAddress: boolean;
  isOverBudget: boolean;
}

export type RuleBreach = 'po_required' | 'po_used' | 'cost_centre' | 'new_address';

/** The field of an order that a breach is told at. */
export const FIELD_OF_BREACH = {
  po_required: 'poNumber',
  po_used: 'poNumber',
  cost_centre: 'costCentre',
  new_address: 'shipTo',
} as const satisfies Record<RuleBreach, string>;

/** Returns the rules that an order breaks, whoever would approve it: one at most of each field. */
export function breachesOf(
  { poNumber, costCentres, addressesFromBook }: CompanyRules,
  order: Pick<RuledOrder, 'poNumber' | 'costCentre' | 'isPoUsed' | 'isNewAddress'>,
): RuleBreach[] {
  const breaches: RuleBreach[] = [];
  if (poNumber !== 'optional' && !order.poNumber) breaches.push('po_required');
  else if (poNumber === 'unique' && order.isPoUsed) breaches.push('po_used');
  const isKnown = costCentres.some((one) => one.toLowerCase() === order.costCentre?.toLowerCase());
  if (costCentres.length > 0 && !isKnown) breaches.push('cost_centre');
  if (addressesFromBook && order.isNewAddress) breaches.push('new_address');
  return breaches;
}

/** Returns whether a rule is about addresses that are not in the book: then who may order is not who may add one to it. */
export const lookAtAddresses = ({ addressesFromBook, approvals }: CompanyRules): boolean =>
  addressesFromBook === true || approvals.some(({ newAddress }) => newAddress);

/** An approval that an order waits for, and why. */
export interface NeededApproval extends Approvers {
  reason: 'above' | 'new_address' | 'over_budget';
  /** Dollars that need no approval, of an order above them; not of orders of versions before. */
  above?: number | undefined;
}

/** Returns whether a member is one of those whose approval is asked for. */
export const mayGive = (
  { by }: Pick<Approvers, 'by'>,
  { userId, roles }: { userId: string; roles: readonly string[] },
): boolean =>
  hasRight(roles, 'purchase.approve') && ('userId' in by ? by.userId === userId : roles.includes(by.role));

/** Returns the approvals that an order needs by the rules, in their order. */
export function approvalsOf({ approvals }: CompanyRules, order: RuledOrder): NeededApproval[] {
  return approvals.flatMap(({ above, newAddress, overBudget, by, count }): NeededApproval[] => {
    if (above !== undefined && order.cents > toCents(above)) return [{ reason: 'above', above, by, count }];
    if (newAddress && order.isNewAddress) return [{ reason: 'new_address', by, count }];
    return overBudget && order.isOverBudget ? [{ reason: 'over_budget', by, count }] : [];
  });
}
