/** Amounts of dollars in fields: `parseDollars` reads them. */
import { doubtfulDollars } from '#contract/kernel/money.ts';
import { t } from './words.ts';

/** Returns an amount of dollars as it stands in a field. */
export const amountText = (dollars: number): string =>
  Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);

/** Says why a typed amount is none: asks what one in doubt means. */
export function amountProblem(text: string): string {
  const doubt = doubtfulDollars(text);
  return doubt
    ? t('amount.doubt', { thousands: doubt.thousands, decimals: doubt.decimals })
    : t('amount.wrong');
}
