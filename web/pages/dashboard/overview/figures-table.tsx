import type { Figures, Overview } from '#contract/desk/schema.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';

interface Figure {
  label: string;
  /** Undefined where there is nothing to say, such as the average of no orders. */
  of: (figures: Figures) => number | undefined;
  format: (value: number) => string;
}

const FIGURES: Figure[] = [
  { label: 'Revenue', of: ({ revenue }) => revenue, format: asFigure },
  { label: 'Orders paid', of: ({ paid }) => paid, format: formatCount },
  {
    label: 'Average order',
    of: ({ revenue, paid }) => (paid === 0 ? undefined : Math.round((revenue / paid) * 100) / 100),
    format: asFigure,
  },
  { label: 'Pieces sold', of: ({ pieces }) => pieces, format: formatCount },
  { label: 'New customers', of: ({ newCustomers }) => newCustomers, format: formatCount },
  { label: 'Orders placed', of: ({ placed }) => placed, format: formatCount },
  { label: 'Still unpaid', of: ({ unpaid }) => unpaid, format: formatCount },
  { label: 'Expired before payment', of: ({ expired }) => expired, format: formatCount },
];

/** Dollars; of thousands no cents, which say nothing here. */
function asFigure(dollars: number): string {
  return dollars < 1000 ? formatMoney(dollars) : formatMoney(Math.round(dollars)).replace('.00', '');
}

/** The shop's figures of each period, beside those of as many days before. */
export function FiguresTable({ figures }: { figures: Overview['figures'] }) {
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="mb-1">
        Figures
      </h2>
      <p className="mb-3 text-muted text-sm">
        Compared with the period before; today with all of yesterday. Revenue before refunds.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard, too */}
      <section className="sheet relative overflow-x-auto" aria-label="Figures of each period" tabIndex={0}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {figures.map(({ days }) => (
                <th key={days} scope="col" className="num">
                  <span className="block">{days === 1 ? 'Today' : `${days} days`}</span>
                  <span className="block font-normal text-xs">
                    vs. {days === 1 ? 'yesterday' : `previous ${days} days`}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FIGURES.map((figure) => (
              <tr key={figure.label}>
                <th scope="row">{figure.label}</th>
                {figures.map(({ days, now, before }) => (
                  <FigureCell key={days} figure={figure} now={figure.of(now)} before={figure.of(before)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function FigureCell(props: { figure: Figure; now: number | undefined; before: number | undefined }) {
  const { figure, now, before } = props;
  const shown = (value: number | undefined) => (value === undefined ? '–' : figure.format(value));
  return (
    <td className="num">
      <span className="block font-medium">{shown(now)}</span>
      <span className="block text-muted text-xs">
        {before === 0 ? 'none before' : `${changeOf(now, before)}${shown(before)}`}
      </span>
    </td>
  );
}

/** '+12% from ', to stand before what it was; without a percentage where nothing is now. */
function changeOf(now: number | undefined, before: number | undefined): string {
  if (!now || !before) return before === undefined ? '' : 'from ';
  const percent = Math.round((now / before - 1) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${formatCount(Math.abs(percent))}% from `;
}
