import type { PurchaseDetail, PurchaseLine } from '#contract/purchases/schema.ts';
import { written } from '../../../translate.ts';
import { formatDate } from '../../../ui/dates.ts';
import { t } from './words.ts';

/** For who approves a purchase: what a line's part cost when the company bought it last. */
export function LastPrice({ line, approvals }: { line: PurchaseLine } & Pick<PurchaseDetail, 'approvals'>) {
  if (!approvals?.isMine || !approvals.lastPrices) return null;
  const last = approvals.lastPrices.find(({ _id }) => _id === line._id);
  return <p className="text-xs">{last ? comparison(line.price, last) : t('last.first')}</p>;
}

function comparison(price: number, last: { price: number; at: string }): string {
  const when = formatDate(last.at);
  if (price === last.price) return t('last.same', { when });
  const change = Math.abs(price / last.price - 1) * 100;
  // Small changes keep a digit that is not 0.
  const percent = Number(change < 1 ? change.toPrecision(1) : change.toFixed(1));
  const before = written.price(last.price);
  return price > last.price
    ? t('last.dearer', { percent, price: before, when })
    : t('last.cheaper', { percent, price: before, when });
}
