/** What cells of disputes and refunds show. */
import { Link } from 'react-router';
import type { ListedDispute } from '#contract/payments/schema.ts';
import { purchasePath } from '../../../path-with.ts';
import { formatMoment } from '../../../ui/dates.ts';

type Purchase = Pick<ListedDispute, 'purchaseId' | 'orderNumber'>;

/** The number of a purchase, which leads to its page. */
export function PurchaseLink({ of: { purchaseId, orderNumber } }: { of: Purchase }) {
  if (!purchaseId || !orderNumber) return <span className="text-muted">none</span>;
  return (
    <Link
      to={purchasePath(purchaseId)}
      aria-label={`Order ${orderNumber}`}
      className="num whitespace-nowrap py-0.5 text-link"
    >
      {orderNumber}
    </Link>
  );
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** An answer that is due within so many days is shown in red. */
const SOON = 3;

/** Until when something has to be answered, and how long that is. */
export function Deadline({ at }: { at: string | undefined }) {
  if (!at) return <span className="text-muted">–</span>;
  const left = Date.parse(at) - Date.now();
  return (
    <div className="whitespace-nowrap">
      <time dateTime={at}>{formatMoment(at)}</time>
      <span className={`block text-xs ${left < SOON * DAY ? 'font-medium text-error' : 'text-muted'}`}>
        {leftInWords(left)}
      </span>
    </div>
  );
}

function leftInWords(left: number): string {
  if (left <= 0) return 'Too late';
  if (left < 2 * HOUR) return 'Within the hour';
  if (left < 2 * DAY) return `${Math.floor(left / HOUR)} hours left`;
  return `${Math.floor(left / DAY)} days left`;
}
