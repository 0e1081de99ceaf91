import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { LONGEST_SEARCH } from '#contract/narrowing.ts';
import type { PageHandle } from '#contract/pages.ts';
import { isShort, MOST_LISTED, type StockLevel } from '#contract/stock.ts';
import { listOf } from '../../../long-list.ts';
import { pathWith } from '../../../path-with.ts';
import { categories as categoriesQuery } from '../../../queries.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { MarkBox } from '../../../ui/mark-box.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useMarked } from '../../../ui/use-marked.ts';
import { inCatalogue } from '../../../ui/written.ts';
import { allOrdersPath } from '../all-orders/filter.ts';
import { readFilter } from './filter.ts';
import { labelsPath } from './labels/path.ts';
import { NarrowStock } from './narrow-stock.tsx';
import { ledgerPath } from './path.ts';
import { type StockNarrowing, stockList } from './queries.ts';
import './levels.css';

export const handle: PageHandle = { title: 'Stock', may: 'stock.read' };

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
  const marked = useMarked(MOST_LISTED);
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
          {marked.ids.size > 0 && (
            <Link to={labelsPath([...marked.ids])} className="btn btn-quiet btn-sm">
              Print labels of {formatCount(marked.ids.size)}
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
      <ListTable
        list={list}
        what="the stock"
        columns={COLUMNS}
        className="figure-cards stock-levels"
        mark={<span className="sr-only">Choose</span>}
        empty={<Nothing filter={filter} />}
      >
        {(level) => (
          <StockRow
            key={level._id}
            level={level}
            isMarked={marked.ids.has(level._id)}
            onMark={() => marked.toggle(level._id)}
          />
        )}
      </ListTable>
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
        ? 'No parts running out. A part does once less of it is in stock and expected than its reorder point, or than its smallest order.'
        : 'No part matches. Try fewer words, or another bin or category.'}
    </p>
  );
}

const COLUMNS: Column[] = [
  'Part',
  'Bin',
  ['On sale', 'number'],
  ['Held', 'number'],
  ['Paid', 'number'],
  ['On the shelf', 'number'],
  ['Expected', 'number'],
  ['Reorder point', 'number'],
];

interface RowProps {
  level: StockLevel;
  isMarked: boolean;
  onMark: () => void;
}

function StockRow({ level, isMarked, onMark }: RowProps) {
  const { _id: id, sku, held, toShip, shelf, expected } = level;
  // Each number leads to what it consists of: orders, or the ledger and what is expected.
  const counts: [label: string, pieces: number, to: string][] = [
    ['Held', held, allOrdersPath({ part: sku, state: 'to_pay' })],
    ['Paid', toShip, allOrdersPath({ part: sku, unshipped: 'yes' })],
    ['On the shelf', shelf, ledgerPath(id)],
    ['Expected', expected, ledgerPath(id)],
  ];
  return (
    <tr>
      <td className="mark" data-label="Choose">
        <MarkBox label={`Choose ${level.sku}`} checked={isMarked} onChange={onMark} />
      </td>
      <td className="lead">
        <Link to={ledgerPath(level._id)} className="num font-medium text-link">
          {level.sku}
        </Link>
        <span className="block text-muted text-xs" {...inCatalogue}>
          {level.name}
        </span>
      </td>
      <td data-label="Bin" className="bin num">
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
      {counts.map(([label, pieces, to]) => (
        <td key={label} data-label={label} className="number">
          {pieces === 0 ? (
            '0'
          ) : (
            <Link
              to={to}
              aria-label={`${label} of ${sku}: ${formatCount(pieces)}`}
              className="hover:underline"
            >
              {formatCount(pieces)}
            </Link>
          )}
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
  );
}
