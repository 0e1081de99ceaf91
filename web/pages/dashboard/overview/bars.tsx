import { useId } from 'react';
import { niceAbove } from './scale.ts';

interface Props {
  title: string;
  /** All of it in words, beside the title. */
  sum: string;
  note?: string;
  /** Said in place of bars that are all of nothing. */
  empty: string;
  /** Heads of the table. */
  heads: [string, string];
  /** From left to right. */
  bars: { label: string; value: number }[];
  format: (value: number) => string;
}

/** Bars side by side as an SVG, whose words for screen readers are its sum and its highest bar, with a table of all below. */
export function Bars({ title, sum, note, empty, heads, bars, format }: Props) {
  const id = useId();
  const most = Math.max(...bars.map(({ value }) => value));
  return (
    <figure className="sheet chart" aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{title}</span>
        <span className="num ms-auto text-muted text-sm">{sum}</span>
      </figcaption>
      {note && <p className="text-muted text-xs">{note}</p>}
      {most === 0 ? (
        <p className="py-6 text-muted text-sm">{empty}</p>
      ) : (
        <Drawn title={title} sum={sum} heads={heads} bars={bars} format={format} most={most} />
      )}
    </figure>
  );
}

type DrawnProps = Pick<Props, 'title' | 'sum' | 'heads' | 'bars' | 'format'> & { most: number };

function Drawn({ title, sum, heads, bars, format, most }: DrawnProps) {
  const highest = bars.find(({ value }) => value === most)!;
  const scale = niceAbove(most);
  // The steps of the scale are whole: cents would say nothing.
  const mark = (value: number) => format(value).replace('.00', '');
  return (
    <>
      <div className="chart-area">
        <div aria-hidden="true" className="chart-scale num">
          <span>{mark(scale)}</span>
          <span>{mark(scale / 2)}</span>
          <span>{mark(0)}</span>
        </div>
        <svg
          role="img"
          aria-label={`${title}: ${sum}, most on ${highest.label}: ${format(most)}.`}
          viewBox={`0 0 ${bars.length} 100`}
          preserveAspectRatio="none"
        >
          {[0, 50, 100].map((y) => (
            <line key={y} x1="0" x2={bars.length} y1={y} y2={y} className="chart-line" />
          ))}
          {bars.map(({ label, value }, index) => (
            <g key={label}>
              <title>{`${label}: ${format(value)}`}</title>
              {/* The whole height shows its words, also above a low bar. */}
              <rect x={index} y="0" width="1" height="100" fill="transparent" />
              <rect
                x={index + 0.12}
                y={100 - (value / scale) * 100}
                width="0.76"
                height={(value / scale) * 100}
                className="chart-bar"
              />
            </g>
          ))}
        </svg>
        <div aria-hidden="true" className="chart-ends num">
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </div>
      </div>
      <details className="chart-table">
        <summary>Numbers</summary>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="num">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
