import type { PurchaseDetail } from '#contract/purchases.ts';
import { formatDate, formatMoment } from '../../../ui/dates.ts';
import { stepsOf } from './steps.ts';
import './progress.css';

/** What a purchase has come through, with dates, and what is next. */
export function Progress({ purchase }: { purchase: PurchaseDetail }) {
  return (
    <ol aria-label="Progress of the order" className="sheet progress-steps">
      {stepsOf(purchase).map(({ label, at, isDone }) => (
        <li key={label} data-done={isDone}>
          <span className="font-medium">{label}</span>
          <span className="num text-muted text-xs">
            {at ? (
              <time dateTime={at} title={formatMoment(at)}>
                {formatDate(at)}
              </time>
            ) : (
              !isDone && 'Not yet'
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
