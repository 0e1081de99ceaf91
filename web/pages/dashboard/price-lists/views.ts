import { BUYER_GROUPS, PRICE_LISTS } from '../menu-entries.ts';
import { t } from './words.ts';

/** Returns the links between the list of price lists and the groups of buyers. */
export function viewsOf(open: 'lists' | 'groups') {
  return {
    label: t('views'),
    views: [
      { label: t('lists'), to: PRICE_LISTS.to, isCurrent: open === 'lists' },
      { label: t('groups'), to: BUYER_GROUPS, isCurrent: open === 'groups' },
    ],
  };
}

/** Returns the days on which a price list counts, in words. */
export function daysOf(
  { validFrom, validTo }: { validFrom?: string | undefined; validTo?: string | undefined },
  day: (day: string) => string,
): string {
  if (!validFrom && !validTo) return t('days.always');
  if (!validTo) return t('days.from', { from: day(validFrom!) });
  return validFrom
    ? t('days.both', { from: day(validFrom), to: day(validTo) })
    : t('days.to', { to: day(validTo) });
}
