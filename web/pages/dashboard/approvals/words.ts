import type { Approvals } from '#contract/purchases/approvals.ts';
import { translator, written } from '../../../translate.ts';
import { lengthOf } from '../../../ui/length-of.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages of approvals. */
export const t = translator(messages);

type Needed = Approvals['needed'][number];

/** Why an order needs an approval. */
export const REASONS: Record<Needed['reason'], string> = {
  above: t('reason.above'),
  new_address: t('reason.new_address'),
  over_budget: t('reason.over_budget'),
};

/** Why an order needs this approval, with the amount where it is known. */
export const whyNeeded = ({ reason, above }: Needed): string =>
  above === undefined ? REASONS[reason] : t('reason.above.of', { amount: written.money(above) });

const HOUR = 60;
const DAY = 24 * HOUR;

/** How long stock is still held, rounded down: '2 days', '5 hours', '40 minutes'. */
export function timeLeft(heldUntil: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((Date.parse(heldUntil) - now) / 60_000));
  const unit = minutes >= 2 * DAY ? DAY : minutes >= 2 * HOUR ? HOUR : 1;
  return lengthOf(minutes - (minutes % unit));
}
