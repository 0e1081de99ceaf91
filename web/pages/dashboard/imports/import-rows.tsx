import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ImportQuery, ImportRow, ImportState } from '#contract/imports/schema.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { PAGE_SIZE } from '../../../long-list.ts';
import { callAsUser } from '../../../user-calls.ts';
import { ListTable } from '../kit/list-table.tsx';
import { fieldWord, leftWord, valueWord } from './words.ts';

export type Which = NonNullable<ImportQuery['rows']>;

const rowsQuery = (id: string, which: Which, state: ImportState, total: number) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, 'rows', which, state, total],
    queryFn: async ({ pageParam: after, signal }) => {
      const query = { rows: which, limit: String(PAGE_SIZE), after };
      const { rows = [] } = await callAsUser('getImport', { params: { id }, query }, { signal });
      return { entries: rows.map((row) => ({ ...row, _id: String(row.row) })), total };
    },
    initialPageParam: '0',
    getNextPageParam: ({ entries }) =>
      entries.length === PAGE_SIZE ? String(entries.at(-1)!.row) : undefined,
  });

interface Props {
  id: string;
  which: Which;
  /** How many there are in all. */
  total: number;
  state: ImportState;
}

/** Rows of an import that do the same: what changes from what to what, or what is wrong with them. */
export function ImportRows({ id, which, total, state }: Props) {
  const list = useInfiniteQuery(rowsQuery(id, which, state, total));
  return (
    <ListTable
      list={list}
      what="the rows"
      columns={[
        { heading: 'Row', className: 'number', cell: ({ row }) => formatCount(row) },
        { heading: 'Part', cell: (row) => <Part row={row} /> },
        {
          heading: which === 'error' ? 'What is wrong' : 'What changes',
          cell: (row) => <What row={row} />,
        },
      ]}
      empty="No such rows."
    />
  );
}

function Part({ row: { sku, name, productId } }: { row: ImportRow }) {
  return (
    <div>
      <span className="block break-all font-medium">
        {productId ? (
          <Link className="link" to={`/dashboard/manageProducts/${productId}`}>
            {sku}
          </Link>
        ) : (
          (sku ?? 'No SKU')
        )}
      </span>
      <span className="block text-muted text-sm">{name}</span>
    </div>
  );
}

function What({ row }: { row: ImportRow }) {
  const left = leftWord(row);
  if (row.errors) return <Faults faults={row.errors} />;
  if (row.action === 'same' && !row.told) return <span className="text-muted">Nothing</span>;
  return (
    <div>
      {left && <p className="mb-1 font-medium text-sm">{left}</p>}
      {row.told && (
        <div className="mb-1">
          <p className="text-muted text-sm">Left out:</p>
          <Faults faults={row.told} />
        </div>
      )}
      <ul className="text-sm">
        {(row.changes ?? [])
          .filter(({ field, after }) => row.action !== 'new' || isTelling(field, after))
          .map(({ field, before, after }) => (
            <li key={field}>
              <span className="text-muted">{fieldWord(field)}: </span>
              {row.action === 'changed' && (
                <>
                  <del className="no-underline opacity-70">{valueWord(field, before)}</del>
                  <span className="sr-only"> becomes </span>
                  <span aria-hidden="true"> → </span>
                </>
              )}
              <ins className="font-medium no-underline">{valueWord(field, after)}</ins>
            </li>
          ))}
      </ul>
    </div>
  );
}

function Faults({ faults }: { faults: NonNullable<ImportRow['errors']> }) {
  return (
    <ul className="text-sm">
      {faults.map(({ column, field, message }) => (
        <li key={`${column} ${field} ${message}`}>
          {column && <span className="font-medium">{column}: </span>}
          {message}
        </li>
      ))}
    </ul>
  );
}

/** Of a new product, SKU and name stand beside, and what is not known is not told. */
function isTelling(field: string, value: unknown): boolean {
  return field !== 'sku' && field !== 'name' && valueWord(field, value) !== 'none';
}
