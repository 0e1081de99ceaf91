import { formatCount } from '#contract/money.ts';

/** Words for a number of things: '1 line', '1,200 lines'. */
export function countOf(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
}
