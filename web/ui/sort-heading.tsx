import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props<S extends string> {
  /** Both orders of the column, the one of the first click first. */
  sorts: readonly [S, S];
  /** The order of the rows. */
  sort: string | null | undefined;
  /** Returns the address of the rows in another order. */
  toSorted(sort: S): string;
  className?: string | undefined;
  /** Where CSS shows rows as something else, browsers drop it. */
  role?: 'columnheader';
  children: ReactNode;
}

/** A heading that sorts by its column, and the other way round once it does. */
export function SortHeading<S extends string>({
  sorts,
  sort,
  toSorted,
  className,
  role,
  children,
}: Props<S>) {
  const [first, second] = sorts;
  const isSorted = sort === first || sort === second;
  return (
    <th
      role={role}
      scope="col"
      className={className}
      aria-sort={isSorted ? (sort.startsWith('-') ? 'descending' : 'ascending') : undefined}
    >
      <Link to={toSorted(sort === first ? second : first)} preventScrollReset className="sort-link">
        {children}
      </Link>
    </th>
  );
}
