import type { ReactNode } from 'react';

interface Props {
  /** The columns: their headings, with the heading's classes where it has any. */
  columns: (string | [heading: string, className: string])[];
  /** How rows look on a phone: see data-table.css. */
  className?: string;
  /** The rows. */
  children: ReactNode;
}

/** A table of the dashboard. */
export function DataTable({ columns, className = '', children }: Props) {
  return (
    <div className="sheet">
      <table className={`data-table ${className}`}>
        <thead>
          <tr>
            {columns.map((column) => {
              const [heading, classes] = [column].flat();
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
    </div>
  );
}
