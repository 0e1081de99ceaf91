import { formatCount } from '#contract/kernel/money.ts';

/** '+500', '−100', '0'. */
export function signed(pieces: number): string {
  if (pieces === 0) return '0';
  return pieces > 0 ? `+${formatCount(pieces)}` : `−${formatCount(-pieces)}`;
}
