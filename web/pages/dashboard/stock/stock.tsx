import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { LONGEST_SEARCH } from '#contract/narrowing.ts';
import type { PageHandle } from '#contract/pages.ts';
import { MOST_LISTED, type StockLevel } from '#contract/stock.ts';
import { listOf } from '../../../long-list.ts';
import { pathWith } from '../../../path-with.ts';
import { categories as categoriesQuery } from '../../../queries.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { readFilter } from './filter.ts';
import { labelsPath } from './labels/path.ts';
import { NarrowStock } from './narrow-stock.tsx';
import { ledgerPath } from './path.ts';
import { type StockNarrowing, stockList } from './queries.ts';

export const handle: PageHandle = { may: 'stock.read' };

/** What there is of every part, and what runs out. Each number opens the part's ledger. */
export default function Stock() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const list = useInfiniteQuery({
    ...stockList({ ...filter, sort: 'bin' }),
    placeholderData: keepPreviousData,
  });
  const categories = useQuery(categoriesQuery);
  const { total } = listOf(list.data);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <PageTitle>Stock</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1 tabIndex={-1}>Stock</h1>
        <p role="status" className="num text-muted">
          {list.data && countText(filter, total)}
        </p>
        <SearchField label="Find parts" placeholder="SKU, EAN, name" maxLength={LONGEST_SEARCH} isCostly />
        <div className="flex flex-wrap gap-2">
          {chosen.size > 0 && (
            <Link to={labelsPath([...chosen])} className="btn btn-quiet btn-sm">
              Print labels of {formatCount(chosen.size)}
            </Link>
          )}
          <Link
            to={pathWith('/dashboard/stock-take', { ...filter, short: undefined })}
            className="btn btn-quiet btn-sm"
          >
            Stock-take
          </Link>
        </div>
      </div>
      <NarrowStock filter={filter} categories={categories.data ?? []} />
      <LoadedList list={list} what="the stock" empty={<Nothing filter={filter} />}>
        {(levels) => <StockTable levels={levels} chosen={chosen} onChoose={setChosen} />}
      </LoadedList>
    </>
  );
}

function countText(filter: StockNarrowing, total: number): string {
  const count = formatCount(total);
  if (filter.short) return total === 1 ? '1 part runs out' : `${count} parts run out`;
  return Object.values(filter).some(Boolean) ? `${count} match` : `${count} parts`;
}

function Nothing({ filter }: { filter: StockNarrowing }) {
  return (
    <p className="sheet p-6 text-muted">
      {filter.short
        ? 'Nothing runs out. A part does once less of it is on sale and expected than its reorder point, which its product page sets.'
        : 'No part matches. Try fewer words, or another bin or category.'}
    </p>
  );
}

interface TableProps {
  levels: StockLevel[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function StockTable({ levels, chosen, onChoose }: TableProps) {
  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < MOST_LISTED) next.add(id);
    onChoose(next);
  }
  return (
    <DataTable
      columns={[
        ['Choose', 'action'],
        'Part',
        'Bin',
        ['On sale', 'number'],
        ['Held', 'number'],
        ['To ship', 'number'],
        ['On the shelf', 'number'],
        ['Expected', 'number'],
        ['Reorder point', 'number'],
      ]}
    >
      {levels.map((level) => (
        <tr key={level._id}>
          <td className="action" data-label="Choose">
            <input
              type="checkbox"
              className="h-4 w-4 accent-primary"
              aria-label={`Choose ${level.sku}`}
              checked={chosen.has(level._id)}
              onChange={() => toggle(level._id)}
            />
          </td>
          <td className="lead">
            <Link to={ledgerPath(level._id)} className="num font-medium text-link">
              {level.sku}
            </Link>
            <span className="block text-muted text-xs" {...inCatalogue}>
              {level.name}
            </span>
          </td>
          <td data-label="Bin" className="num">
            {level.bin ?? <span className="text-muted">–</span>}
          </td>
          <td data-label="On sale" className="number">
            <Link
              to={ledgerPath(level._id)}
              className={`text-link ${isShort(level) ? 'font-medium text-warning' : ''}`}
            >
              {formatCount(level.available)}
              {isShort(level) && <span className="sr-only"> (runs out)</span>}
            </Link>
          </td>
          {(
            [
              ['Held', level.held],
              ['To ship', level.toShip],
              ['On the shelf', level.shelf],
              ['Expected', level.expected],
            ] as const
          ).map(([label, pieces]) => (
            <td key={label} data-label={label} className="number">
              {formatCount(pieces)}
            </td>
          ))}
          <td data-label="Reorder point" className="number">
            {level.reorderPoint === undefined ? (
              <span className="text-muted">–</span>
            ) : (
              formatCount(level.reorderPoint)
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function isShort({ available, expected, reorderPoint }: StockLevel): boolean {
  return reorderPoint !== undefined && available + expected < reorderPoint;
}
