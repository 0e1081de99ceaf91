import { toDollars, toMicros } from '#contract/kernel/money.ts';
import type { NewPurchaseLine } from '#contract/purchases/schema.ts';
import { isId } from '../ground/database/uuid.ts';
import { Problem, type ToStaff } from '../ground/handling/problem.ts';
import type { Form, Refused } from '../purchases/answer.ts';
import { lineError } from '../purchases/line-errors.ts';
import type { RequestedLine } from '../purchases/request.ts';

/** A line to buy, with its name in the fields of problems. */
export interface NamedLine extends NewPurchaseLine {
  name: string;
}

/** Returns a line as the statement takes it. */
export function toRequested({ productId, quantity, price, ...references }: NewPurchaseLine): RequestedLine {
  const { customerRef, designators, receiptDate } = references;
  return {
    productId: isId(productId) ? productId : undefined,
    quantity,
    unitPriceMicros: price === undefined ? undefined : toMicros(price),
    ...withoutBlanks({ customerRef, designators }),
    receiptDate,
  };
}

/** Leaves out what was sent and has nothing in it, as forms do. */
export function withoutBlanks<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as T;
}

/** How POST /purchases answers: every refused line by its name. */
export function formOf(lines: readonly NamedLine[], toStaff: ToStaff): Form {
  return { refuse: (refused) => toProblem(refused, lines), idOf: ({ purchaseId }) => purchaseId, toStaff };
}

function toProblem(refused: Refused, asked: readonly NamedLine[]): Problem {
  const errors = refused.lines.map((refusal) => {
    const { name, quantity } = asked[refusal.line - 1]!;
    const at = `lines.${name}`;
    const fields = {
      product: `${at}.productId`,
      price: `${at}.price`,
      quantity: `${at}.quantity`,
      receiptDate: `${at}.receiptDate`,
    };
    return lineError(refusal, quantity, fields);
  });
  if (refused.verdict === 'total_changed')
    return new Problem('total_changed', { total: toDollars(refused.cents) }, { errors });
  const { lines, cents } = refused;
  const total = cents === undefined ? {} : { total: toDollars(cents) };
  return new Problem('lines_refused', { lines: lines.length, ...total }, { errors });
}
