import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import type { Overview } from '#contract/desk.ts';
import { formatCount, formatMoney } from '#contract/money.ts';
import { Bars } from './bars.tsx';
import { Ranking } from './ranking.tsx';

interface Props {
  overview: Overview;
  /** The days of the charts, today the last one. */
  days: number;
}

/** Revenue and sold-out parts by day, the best parts, and what is unpaid by age: each drawn, with its numbers below. */
export function Charts({ overview, days }: Props) {
  const shown = overview.days.slice(-days);
  const revenue = shown.reduce((sum, one) => sum + one.revenue, 0);
  const soldOut = shown.reduce((sum, one) => sum + one.soldOut, 0);
  return (
    <div className="charts">
      <Bars
        title="Revenue by day"
        sum={formatMoney(revenue)}
        empty="Nothing was paid in these days."
        heads={['Day', 'Revenue']}
        format={formatMoney}
        bars={shown.map(({ day, revenue: value }) => ({ label: formatDay(day), value }))}
      />
      <Bars
        title="Parts sold out by day"
        sum={`${formatCount(soldOut)} in all`}
        note="Parts whose last pieces in stock were ordered on the day."
        empty="No part was sold out in these days."
        heads={['Day', 'Parts']}
        format={formatCount}
        bars={shown.map(({ day, soldOut: value }) => ({ label: formatDay(day), value }))}
      />
      <Ranking
        title="Parts that brought most"
        heads={['Part', 'Pieces', 'Revenue']}
        empty="Nothing was paid in these days."
        rows={overview.topParts.map(({ productId, name, sku, pieces, revenue: value }) => ({
          key: productId,
          label: (
            <>
              <Link to={`/dashboard/manageProducts/${productId}`} className="hover:underline">
                {name}
              </Link>{' '}
              <span className="id text-muted">{sku}</span>
            </>
          ),
          parts: [value],
          cells: [formatCount(pieces), formatMoney(value)],
        }))}
      />
      <Ranking
        title="Unpaid by age"
        note="Orders of the last 90 days. The darker part is still held; of the lighter one the hold has ended."
        heads={['Placed', 'Held', 'Hold ended', 'Together']}
        empty="Nothing is unpaid."
        rows={overview.unpaid.map(({ from, to, held, holdEnded }) => ({
          key: String(from),
          label: ageWords(from, to),
          parts: [held.total ?? 0, holdEnded.total ?? 0],
          cells: [
            countWords(held),
            countWords(holdEnded),
            formatMoney((held.total ?? 0) + (holdEnded.total ?? 0)),
          ],
        }))}
      />
    </div>
  );
}

function ageWords(from: number, to: number): string {
  if (to === 0) return 'Today';
  return from === to ? `${from} days ago` : `${from} to ${to} days ago`;
}

const countWords = ({ count, total = 0 }: { count: number; total?: number | undefined }) =>
  count === 0 ? '–' : `${formatCount(count)} · ${formatMoney(total)}`;
