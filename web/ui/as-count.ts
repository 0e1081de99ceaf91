import { parseCount } from '#contract/kernel/money.ts';

/** How a form reads the field of a count. What is set as a number, as an initial value is, stays one. */
export const asCount = {
  setValueAs: (value: unknown) => (typeof value === 'string' ? parseCount(value) : value),
};
