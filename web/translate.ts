import format, { type CompiledMessage } from 'icu-minify/format';
import { formats } from '#contract/kernel/formats.ts';
import { SHOP_CURRENCY } from '#contract/kernel/money.ts';

/** Until there is a second language. */
const LOCALE = 'en-US';

/** Writes numbers, money and days in the language of the page. */
export const written = formats(LOCALE, SHOP_CURRENCY);

const formatters = {
  getNumberFormat: (...of: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of),
  getPluralRules: (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
  getDateTimeFormat: (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...of),
};

/**
 * Returns the function that says the messages of a folder: `t('key', params)`. `params` are what the message names; money and days
 * come as `written` says them.
 * @param catalogue the folder's `en.json`: ICU messages, which the build compiles (vite.config.ts)
 */
export function translator<Key extends string>(catalogue: Record<Key, CompiledMessage>) {
  return (key: Key, params: Record<string, string | number> = {}): string =>
    // Without tags in a message, what it says is one text.
    format<never>(catalogue[key], LOCALE, params, { formatters }) as string;
}
