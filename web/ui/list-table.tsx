import type { ReactNode } from 'react';
import { formatCount } from '#contract/money.ts';
import { type LongList, listOf } from '../long-list.ts';
import { type Column, DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';
import { ShowMore } from './show-more.tsx';
import { Skeleton } from './skeleton.tsx';

interface Props<Entry> {
  list: LongList<Entry>;
  /** What the list contains, as in 'the products'. */
  what: string;
  columns: readonly Column[];
  /** The order of the rows while the address names none. */
  sort?: string | undefined;
  /** How rows look on a phone: see data-table.css. */
  className?: string;
  mark?: ReactNode;
  /** What stands below the rows, such as their sum; without it, how many there are. */
  foot?: ReactNode;
  /** Shown in place of the table when there are no entries: why, and the next step. */
  empty: ReactNode;
  /** Entries of a page, where it has another size than usual. */
  size?: number | undefined;
  /** The row of an entry. */
  children: (entry: Entry, index: number) => ReactNode;
}

/** A long list as a table: grey rows while it loads, its entries, and in its foot how many there are and the button for more. */
export function ListTable<Entry>({ list, what, empty, size, foot, children, ...table }: Props<Entry>) {
  return (
    <Loaded query={list} what={what} loading={<LoadingTable what={what} {...table} />}>
      {(data) => {
        const { entries, total, isCounted } = listOf(data);
        if (entries.length === 0) return empty;
        const count = isCounted && (
          <p className="num">{total === 1 ? '1 total' : `${formatCount(total)} total`}</p>
        );
        return (
          <DataTable
            {...table}
            foot={
              <>
                {foot ?? count}
                <ShowMore list={list} size={size} />
              </>
            }
          >
            {entries.map(children)}
          </DataTable>
        );
      }}
    </Loaded>
  );
}

const GREY_ROWS = 8;

function LoadingTable({
  what,
  columns,
  className,
  mark,
}: Pick<Props<never>, 'what' | 'columns' | 'className' | 'mark'>) {
  return (
    <Skeleton what={what}>
      <DataTable columns={columns.map(withoutSorting)} {...{ className, mark: mark && ' ' }}>
        {Array.from({ length: GREY_ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
          <tr key={row}>
            {[...(mark ? [['mark', 'mark']] : []), ...columns.map(keyAndClasses)].map(([key, classes]) => (
              <td key={key} className={classes}>
                <span className="grey-bar" />
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </Skeleton>
  );
}

function keyAndClasses(column: Column): string[] {
  return typeof column === 'string' ? [column, ''] : [column[0], column[1]];
}

/** Nothing hidden takes the focus. */
function withoutSorting(column: Column): Column {
  return typeof column === 'string' ? column : [column[0], column[1]];
}
