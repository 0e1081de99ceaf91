import { Link } from 'react-router';
import type { Overview } from '#contract/desk/schema.ts';
import { formatDay } from '#contract/kernel/days.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import { Bars } from './bars.tsx';
import { Ranking } from './ranking.tsx';

interface Props {
  overview: Overview;
  /** The days of the charts, today the last one. */
  days: number;
}

/** Revenue and orders by day, the best parts, and what is unpaid by age: each drawn, with its numbers below. */
export function Charts({ overview, days }: Props) {
  const shown = overview.days.slice(-days);
  const revenue = shown.reduce((sum, one) => sum + one.revenue, 0);
  const paid = shown.reduce((sum, one) => sum + one.paid, 0);
  const soldOut = shown.reduce((sum, one) => sum + one.soldOut, 0);
  return (
    <div className="charts">
      <Bars
        title="Revenue by day"
        sum={formatMoney(revenue)}
        empty="No payments in this period."
        heads={['Day', 'Revenue']}
        format={formatMoney}
        bars={shown.map(({ day, revenue: value }) => ({ label: formatDay(day), value }))}
      />
      <Bars
        title="Orders paid by day"
        sum={`${formatCount(paid)} total`}
        note={soldOutWords(soldOut)}
        empty="No payments in this period."
        heads={['Day', 'Orders']}
        format={formatCount}
        bars={shown.map((one) => ({ label: formatDay(one.day), value: one.paid }))}
      />
      <Ranking
        title="Best-selling parts by revenue"
        heads={['Part', 'Pieces', 'Revenue']}
        empty="No payments in this period."
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
          cells: [formatCount(pieces), wholeDollars(value)],
        }))}
      />
      <Ranking
        title="Unpaid orders by age"
        note="Of the last 90 days. Solid: stock is still reserved. Faded: the reservation has expired."
        heads={['Placed', 'Reserved', 'Expired', 'Total']}
        empty="Nothing is unpaid."
        rows={overview.unpaid.map(({ from, to, held, holdEnded }) => ({
          key: String(from),
          label: ageWords(from, to),
          parts: [held.total ?? 0, holdEnded.total ?? 0],
          cells: [
            countWords(held),
            countWords(holdEnded),
            wholeDollars((held.total ?? 0) + (holdEnded.total ?? 0)),
          ],
        }))}
      />
    </div>
  );
}

/** How many parts ran out of stock, in words. */
const soldOutWords = (parts: number) =>
  parts === 0 ? 'No part sold out.' : `${formatCount(parts)} ${parts === 1 ? 'part' : 'parts'} sold out.`;

function ageWords(from: number, to: number): string {
  if (to === 0) return 'Today';
  return from === to ? `${from} days ago` : `${from} to ${to} days ago`;
}

const countWords = ({ count, total = 0 }: { count: number; total?: number | undefined }) =>
  count === 0 ? '–' : `${formatCount(count)} · ${wholeDollars(total)}`;

/** Without cents, for which a phone has no room. */
const wholeDollars = (dollars: number) => formatMoney(Math.round(dollars)).replace('.00', '');
