import { countOf } from '#contract/kernel/money.ts';

/** Words for so many minutes: '45 minutes', '24 hours', '3 days'. */
export function lengthOf(minutes: number): string {
  if (minutes % 1440 === 0 && minutes > 1440) return countOf(minutes / 1440, 'day');
  return minutes % 60 === 0 ? countOf(minutes / 60, 'hour') : countOf(minutes, 'minute');
}
