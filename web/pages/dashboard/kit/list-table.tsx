import type { ReactNode } from 'react';
import { formatCount } from '#contract/kernel/money.ts';
import { type LongList, listOf } from '../../../long-list.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { MarkBox } from '../../../ui/mark-box.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Marked } from '../../../ui/use-marked.ts';

/** A column of a list. */
export interface ListColumn<Entry> {
  heading: string;
  /** Classes of the heading and its cells. */
  className?: string;
  /** Classes of the cells alone. The cell with `lead` names its row. */
  cellClass?: string | ((entry: Entry) => string);
  /** The orders that a click on the heading asks for, the first one first. */
  sorts?: readonly [string, string];
  /** What a cell shows. */
  cell: (entry: Entry, index: number) => ReactNode;
}

interface TableProps<Entry extends { _id: string }> {
  columns: readonly ListColumn<Entry>[];
  /** The order of the rows while the address names none. */
  sort?: string | undefined;
  /** How rows look on a phone: see data-table.css. */
  className?: string;
  /** What marks rows: a box in each, and what stands above the boxes. */
  marks?: { marked: Marked; head: ReactNode; labelOf: (entry: Entry) => string };
  /** What stands below the rows, such as their sum. */
  foot?: ReactNode;
}

export interface ListTableProps<Entry extends { _id: string }> extends TableProps<Entry> {
  list: LongList<Entry>;
  /** What the list contains, as in 'the products'. */
  what: string;
  /** Shown in place of the table when there are no entries: why, and the next step. */
  empty: ReactNode;
  /** Entries of a page, where it has another size than usual. */
  size?: number | undefined;
}

/** A long list as a table: grey rows while it loads, its entries, and in its foot how many there are and the button for more. */
export function ListTable<Entry extends { _id: string }>(props: ListTableProps<Entry>) {
  const { list, what, empty, size, foot, ...table } = props;
  return (
    <Loaded query={list} what={what} loading={<LoadingTable {...props} />}>
      {(data) => {
        const { entries, total, isCounted } = listOf(data);
        if (entries.length === 0) return typeof empty === 'string' ? <NoEntries>{empty}</NoEntries> : empty;
        const count = isCounted && (
          <p className="num">{total === 1 ? '1 total' : `${formatCount(total)} total`}</p>
        );
        return (
          <EntryTable
            {...table}
            entries={entries}
            foot={
              <>
                {foot ?? count}
                <ShowMore list={list} size={size} />
              </>
            }
          />
        );
      }}
    </Loaded>
  );
}

/** Entries as a table, a row each. */
export function EntryTable<Entry extends { _id: string }>(props: TableProps<Entry> & { entries: Entry[] }) {
  const { entries, columns, sort, className, marks, foot } = props;
  return (
    <DataTable
      columns={columns.map(({ heading, className = '', sorts }): Column => [heading, className, sorts])}
      sort={sort}
      className={className}
      mark={marks?.head}
      foot={foot}
    >
      {entries.map((entry, index) => (
        <tr key={entry._id}>
          {marks && (
            <td className="mark">
              <MarkBox
                label={marks.labelOf(entry)}
                checked={marks.marked.ids.has(entry._id)}
                onChange={() => marks.marked.toggle(entry._id)}
              />
            </td>
          )}
          {columns.map((column) => (
            <Cell key={column.heading} column={column} entry={entry} index={index} />
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

function Cell<Entry>(props: { column: ListColumn<Entry>; entry: Entry; index: number }) {
  const { heading, className = '', cellClass = '', cell } = props.column;
  const own = typeof cellClass === 'string' ? cellClass : cellClass(props.entry);
  // Buttons need no label on a phone.
  const label = className.includes('action') ? undefined : heading;
  return (
    <td data-label={label} className={`${className} ${own}`}>
      {cell(props.entry, props.index)}
    </td>
  );
}

/** Why a list has no entries. */
function NoEntries({ children }: { children: string }) {
  return <p className="sheet p-6 text-muted">{children}</p>;
}

const GREY_ROWS = 8;

function LoadingTable({ what, columns, className, marks }: Omit<ListTableProps<never>, 'list'>) {
  return (
    <Skeleton what={what}>
      <DataTable
        // Nothing hidden takes the focus, so no heading sorts.
        columns={columns.map(({ heading, className = '' }): Column => [heading, className])}
        className={className}
        mark={marks && ' '}
      >
        {Array.from({ length: GREY_ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
          <tr key={row}>
            {marks && <GreyCell className="mark" />}
            {columns.map(({ heading, className }) => (
              <GreyCell key={heading} className={className} />
            ))}
          </tr>
        ))}
      </DataTable>
    </Skeleton>
  );
}

function GreyCell({ className }: { className: string | undefined }) {
  return (
    <td className={className}>
      <span className="grey-bar" />
    </td>
  );
}
