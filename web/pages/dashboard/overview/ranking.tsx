import { type ReactNode, useId } from 'react';

interface Row {
  key: string;
  label: ReactNode;
  /** The lengths of its bar's parts, one after the other. */
  parts: number[];
  /** The words of its row in the table. */
  cells: string[];
}

interface Props {
  title: string;
  note?: string;
  heads: string[];
  rows: Row[];
  /** Said where no row has a bar. */
  empty: string;
}

/** A table of few rows, each with a bar below its label, drawn as an SVG. The table has all that the bars say. */
export function Ranking({ title, note, heads, rows, empty }: Props) {
  const id = useId();
  const sums = rows.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const most = Math.max(0, ...sums);
  return (
    <figure className="sheet chart" aria-labelledby={id}>
      <figcaption id={id} className="font-semibold">
        {title}
      </figcaption>
      {note && <p className="text-muted text-xs">{note}</p>}
      {most === 0 ? (
        <p className="py-6 text-muted text-sm">{empty}</p>
      ) : (
        <table className="ranking">
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th key={head} scope="col" className={index > 0 ? 'number' : ''}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, parts, cells }) => (
              <tr key={key}>
                <th scope="row">
                  {label}
                  <RankingBar parts={parts} most={most} />
                </th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]} className="num">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
}

function RankingBar({ parts, most }: { parts: number[]; most: number }) {
  let x = 0;
  return (
    <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="ranking-bar">
      {parts.map((part, index) => {
        const width = (part / most) * 100;
        x += width;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts stay in their order
            key={index}
            x={x - width}
            y="0"
            width={width}
            height="4"
            className={index === 0 ? 'chart-bar' : 'chart-bar-light'}
          />
        );
      })}
    </svg>
  );
}
