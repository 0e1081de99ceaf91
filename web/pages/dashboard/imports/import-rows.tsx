import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ImportQuery, ImportRow, ImportState } from '#contract/imports.ts';
import { formatCount } from '#contract/money.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { fieldWord, leftWord, valueWord } from './words.ts';

export type Which = NonNullable<ImportQuery['rows']>;

const PAGE = 50;

const rowsQuery = (id: string, which: Which, state: ImportState) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, 'rows', which, state],
    queryFn: async ({ pageParam, signal }) => {
      const query = { rows: which, limit: String(PAGE), after: pageParam };
      const { rows = [] } = await callAsUser('getImport', { params: { id }, query }, { signal });
      return rows;
    },
    initialPageParam: '0',
    getNextPageParam: (rows: ImportRow[]) => (rows.length === PAGE ? String(rows.at(-1)!.row) : undefined),
  });

/** Rows of an import that do the same: what changes from what to what, or what is wrong with them. */
export function ImportRows({ id, which, state }: { id: string; which: Which; state: ImportState }) {
  const query = useInfiniteQuery(rowsQuery(id, which, state));
  return (
    <Loaded query={query} what="the rows">
      {({ pages }) =>
        pages[0]!.length === 0 ? (
          <p className="sheet p-6 text-muted">No such rows.</p>
        ) : (
          <>
            <DataTable
              columns={[['Row', 'number'], 'Part', which === 'error' ? 'What is wrong' : 'What changes']}
            >
              {pages.flat().map((row) => (
                <tr key={row.row}>
                  <td data-label="Row" className="number">
                    {formatCount(row.row)}
                  </td>
                  <td data-label="Part">
                    <Part row={row} />
                  </td>
                  <td data-label={which === 'error' ? 'What is wrong' : 'What changes'}>
                    <What row={row} />
                  </td>
                </tr>
              ))}
            </DataTable>
            {query.hasNextPage && (
              <button
                type="button"
                className="btn btn-quiet mt-4"
                aria-disabled={query.isFetchingNextPage || undefined}
                onClick={() => query.fetchNextPage()}
              >
                {query.isFetchingNextPage ? 'Loading…' : 'More rows'}
              </button>
            )}
          </>
        )
      }
    </Loaded>
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
  if (row.errors)
    return (
      <ul className="text-sm">
        {row.errors.map(({ column, field, message }) => (
          <li key={`${column} ${field} ${message}`}>
            {column && <span className="font-medium">{column}: </span>}
            {message}
          </li>
        ))}
      </ul>
    );
  if (row.action === 'same') return <span className="text-muted">Nothing</span>;
  return (
    <div>
      {left && <p className="mb-1 font-medium text-sm">{left}</p>}
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

/** Of a new product, SKU and name stand beside, and what is not known is not told. */
function isTelling(field: string, value: unknown): boolean {
  return field !== 'sku' && field !== 'name' && valueWord(field, value) !== 'none';
}
