import type { FieldErrors, Resolver } from 'react-hook-form';
import type { MemberRole } from '#contract/companies/rights.ts';
import type { Approvers } from '#contract/companies/rules.ts';
import { type Rules, RulesSchema } from '#contract/companies/schema.ts';
import { readMessage } from '#contract/kernel/field-message.ts';
import { parseDollars } from '#contract/kernel/money.ts';
import { amountProblem, amountText } from './amount.ts';

/** The rules of a company as a form has them. */
export interface RulesValues {
  poNumber: Rules['poNumber'];
  /** One a line. */
  costCentres: string;
  addressesFromBook: boolean;
  approvals: ApprovalValues[];
}

/** A rule for approvals as a form has it. */
export interface ApprovalValues {
  when: 'above' | 'newAddress' | 'overBudget';
  /** Dollars, of `above`. */
  above: string;
  /** `role:` with a role, or `user:` with the id of a member. */
  by: string;
  count: '1' | '2';
}

export const NEW_APPROVAL: ApprovalValues = { when: 'above', above: '', by: 'role:approver', count: '1' };

/** Returns whose approvals are asked for: one person gives one. */
export function toApprovers({ by, count }: Pick<ApprovalValues, 'by' | 'count'>): Approvers {
  const [kind, id] = by.split(':') as ['role' | 'user', string];
  if (kind === 'user') return { by: { userId: id }, count: 1 };
  return { by: { role: id as MemberRole }, count: Number(count) };
}

/** Returns rules as the form has them. */
export function toValues({ poNumber, costCentres, addressesFromBook, approvals }: Rules): RulesValues {
  return {
    poNumber,
    costCentres: costCentres.join('\n'),
    addressesFromBook: addressesFromBook ?? false,
    approvals: approvals.map(({ above, newAddress, by, count }) => ({
      when: above !== undefined ? 'above' : newAddress ? 'newAddress' : 'overBudget',
      above: above === undefined ? '' : amountText(above),
      by: 'role' in by ? `role:${by.role}` : `user:${by.userId}`,
      count: count === 2 ? '2' : '1',
    })),
  };
}

/** Returns the rules that were typed; an amount that is none stays one, so that the schema refuses it. */
export function toRules({ poNumber, costCentres, addressesFromBook, approvals }: RulesValues): Rules {
  const centres = costCentres
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return {
    poNumber,
    costCentres: [...new Map(centres.map((centre) => [centre.toLowerCase(), centre])).values()],
    ...(addressesFromBook && { addressesFromBook }),
    approvals: approvals.map(({ when, above, ...approvers }) => ({
      ...(when === 'above' ? { above: parseDollars(above) } : { [when]: true }),
      ...toApprovers(approvers),
    })),
  };
}

/** Checks what was typed by the schema of the rules. */
export const resolver: Resolver<RulesValues> = (values) => {
  const { error } = RulesSchema.safeParse(toRules(values));
  if (!error) return { values, errors: {} };
  const errors: FieldErrors<RulesValues> = {};
  const above: { above?: { type: string; message: string } }[] = [];
  for (const { path, message } of error.issues) {
    const told = { type: 'invalid', message: readMessage(message).message };
    if (path[0] === 'approvals' && typeof path[1] === 'number')
      above[path[1]] = { above: { ...told, message: amountProblem(values.approvals[path[1]]!.above) } };
    else if (path[0] === 'poNumber' || path[0] === 'costCentres') errors[path[0]] ??= told;
    else errors.root ??= told;
  }
  return { values: {}, errors: above.length > 0 ? { ...errors, approvals: above } : errors };
};
