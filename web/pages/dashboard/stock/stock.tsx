import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import { LONGEST_SEARCH } from '#contract/kernel/text-limits.ts';
import type { PageHandle } from '#contract/pages.ts';
import { isShort, MOST_LISTED, type StockLevel } from '#contract/stock/schema.ts';
import { pathWith } from '../../../path-with.ts';
import { categories as categoriesQuery } from '../../../queries.ts';
import { SearchField } from '../../../shell/search-field.tsx';
import { useMarked } from '../../../ui/use-marked.ts';
import { inCatalogue } from '../../../ui/written.ts';
import { allOrdersPath } from '../all-orders/filter.ts';
import { ListPage } from '../kit/list-page.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { readFilter } from './filter.ts';
import { labelsPath } from './labels/path.ts';
import { NarrowStock } from './narrow-stock.tsx';
import { ledgerPath } from './path.ts';
import { type StockNarrowing, stockList } from './queries.ts';
import './levels.css';

export const handle: PageHandle = { title: 'Stock', may: 'stock.read' };

/** The stock of every part, and what runs out. Each number opens the part's ledger. */
export default function Stock() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const list = useInfiniteQuery({
    ...stockList({ ...filter, sort: 'bin' }),
    placeholderData: keepPreviousData,
  });
  const categories = useQuery(categoriesQuery);
  const marked = useMarked(MOST_LISTED);
  return (
    <ListPage
      title="Stock"
      countText={(total) => countText(filter, total)}
      tools={
        <>
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
        </>
      }
      list={list}
      what="the stock"
      columns={COLUMNS}
      className="figure-cards stock-levels"
      marks={{ marked, head: <span className="sr-only">Choose</span>, labelOf: ({ sku }) => `Choose ${sku}` }}
      empty={
        filter.short
          ? 'No parts running out. A part does once less of it is in stock and expected than its reorder point, or than its smallest order.'
          : 'No part matches. Try fewer words, or another bin or category.'
      }
    >
      <NarrowStock filter={filter} categories={categories.data ?? []} />
    </ListPage>
  );
}

function countText(filter: StockNarrowing, total: number): string {
  const count = formatCount(total);
  if (filter.short) return total === 1 ? '1 part runs out' : `${count} parts run out`;
  return Object.values(filter).some(Boolean) ? `${count} match` : `${count} parts`;
}

/** A count of pieces, which leads to what it consists of: orders, or the ledger and what is expected. */
const counted = (
  heading: string,
  piecesOf: (level: StockLevel) => number,
  pathOf: (level: StockLevel) => string,
): ListColumn<StockLevel> => ({
  heading,
  className: 'number',
  cell: (level) => {
    const pieces = formatCount(piecesOf(level));
    if (pieces === '0') return pieces;
    return (
      <Link
        to={pathOf(level)}
        aria-label={`${heading} of ${level.sku}: ${pieces}`}
        className="hover:underline"
      >
        {pieces}
      </Link>
    );
  },
});

const COLUMNS: ListColumn<StockLevel>[] = [
  {
    heading: 'Part',
    cellClass: 'lead',
    cell: ({ _id, sku, name }) => (
      <>
        <Link to={ledgerPath(_id)} className="num font-medium text-link">
          {sku}
        </Link>
        <span className="block text-muted text-xs" {...inCatalogue}>
          {name}
        </span>
      </>
    ),
  },
  {
    heading: 'Bin',
    cellClass: 'bin num',
    cell: ({ bin }) => bin ?? <span className="text-muted">–</span>,
  },
  {
    heading: 'On sale',
    className: 'number',
    cell: (level) => (
      <Link
        to={ledgerPath(level._id)}
        className={`text-link ${isShort(level) ? 'font-medium text-warning' : ''}`}
      >
        {formatCount(level.available)}
        {isShort(level) && <span className="sr-only"> (runs out)</span>}
      </Link>
    ),
  },
  counted(
    'Held',
    ({ held }) => held,
    ({ sku }) => allOrdersPath({ part: sku, state: 'to_pay' }),
  ),
  counted(
    'Paid',
    ({ toShip }) => toShip,
    ({ sku }) => allOrdersPath({ part: sku, unshipped: 'yes' }),
  ),
  counted(
    'On the shelf',
    ({ shelf }) => shelf,
    ({ _id }) => ledgerPath(_id),
  ),
  counted(
    'Expected',
    ({ expected }) => expected,
    ({ _id }) => ledgerPath(_id),
  ),
  {
    heading: 'Reorder point',
    className: 'number',
    cell: ({ reorderPoint }) =>
      reorderPoint === undefined ? <span className="text-muted">–</span> : formatCount(reorderPoint),
  },
];
