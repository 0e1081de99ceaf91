import { type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate, formatMoment } from './dates.ts';
import { OnDemand } from './on-demand.tsx';
import { SortHeading } from './sort-heading.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** A heading, with its classes where it has any, and the orders of `sort` in the address that a click asks for, the first one first. */
export type Column = string | [heading: string, className: string, sorts?: readonly [string, string]];

interface Props {
  /** The columns. */
  columns: readonly Column[];
  /** The order of the rows while the address names none. */
  sort?: string | undefined;
  /** How rows look on a phone: see data-table.css. */
  className?: string;
  /** A cell before the first column of the head: the box that marks all rows. */
  mark?: ReactNode;
  /** What stands below the rows: how many there are, and their sum. */
  foot?: ReactNode;
  /** The rows. */
  children: ReactNode;
}

const loadRowKeys = () => import('./row-keys.tsx');

/** A table of the dashboard. The keys j and k move from row to row, x marks a row that can be marked, ? shows the keys. */
export function DataTable({ columns, sort, className = '', mark, foot, children }: Props) {
  const [search] = useSearchParams();
  const table = useRef<HTMLTableElement>(null);
  const [isHelping, setHelping] = useState(false);
  useRowKeys(table, setHelping);
  function toSorted(sort: string) {
    const next = new URLSearchParams(search);
    next.set('sort', sort);
    return `?${next}`;
  }
  return (
    <div className="sheet">
      <table ref={table} className={`data-table ${className}`}>
        <thead>
          <tr>
            {mark && (
              <th scope="col" className="mark">
                {mark}
              </th>
            )}
            {columns.map((column) => {
              const [heading, classes, sorts] = typeof column === 'string' ? [column] : column;
              if (sorts)
                return (
                  <SortHeading
                    key={heading}
                    sorts={sorts}
                    toSorted={toSorted}
                    className={classes}
                    sort={search.get('sort') ?? sort}
                  >
                    {heading}
                  </SortHeading>
                );
              return (
                <th key={heading} scope="col" className={classes}>
                  {heading}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {foot && <div className="table-foot">{foot}</div>}
      {isHelping && (
        <OnDemand load={loadRowKeys} what="the keys of this table" onClose={() => setHelping(false)}>
          {({ RowKeys }) => <RowKeys canMark={mark !== undefined} onClose={() => setHelping(false)} />}
        </OnDemand>
      )}
    </div>
  );
}

/** The day of a moment, with the time as its tooltip. It is in this file because a separate one would be one more request. */
export function Day({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className={className}>
      {formatDate(at)}
    </time>
  );
}
