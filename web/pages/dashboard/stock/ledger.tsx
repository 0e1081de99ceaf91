import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { isShort, type Movement, type StockLevel } from '#contract/stock/schema.ts';
import { statusOf } from '../../../api-problem.ts';
import { listOf } from '../../../long-list.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { NotFound } from '../../not-found.tsx';
import { ExpectedGoods } from '../expected-goods/expected-goods.tsx';
import { type ListColumn, ListTable } from '../kit/list-table.tsx';
import { BookMovement } from './book-movement.tsx';
import { labelsPath } from './labels/path.ts';
import { levelOf, movementsOf } from './queries.ts';
import './stock.css';
import { signed } from '../kit/signed.ts';
import { ENTRY_COLUMNS, OrderLink } from '../log/cells.tsx';

export const handle: PageHandle = { title: 'Stock of a part', may: 'stock.read' };

/** Why there are so many pieces of a part: its ledger, movement by movement, and the form that books one. */
export default function Ledger() {
  const { id = '' } = useParams();
  const level = useQuery(levelOf(id));
  const movements = useInfiniteQuery(movementsOf(id));
  const { total } = listOf(movements.data);
  if (!movements.data && statusOf(movements.error) === 404) return <NotFound />;
  const here = level.data?.sku ?? 'Stock of a part';
  return (
    <>
      <PageTitle>{level.data ? `Stock of ${here}` : here}</PageTitle>
      <Breadcrumb above={[{ to: '/dashboard/stock', label: 'Stock' }]} here={here} />
      <Loaded query={level} what="the stock" shape="section">
        {(stock) => (stock ? <Part key={id} stock={stock} /> : <Removed />)}
      </Loaded>
      <section aria-labelledby="ledger" className="mt-8">
        <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
          <h2 id="ledger">Ledger</h2>
          <p role="status" className="num text-muted text-sm">
            {movements.data && countOf(total, 'movement')}
          </p>
        </div>
        <ListTable
          list={movements}
          what="the ledger"
          columns={LEDGER_COLUMNS}
          empty="Nothing has moved the stock of this part yet."
        />
      </section>
    </>
  );
}

function Removed() {
  return (
    <>
      <h1 tabIndex={-1}>Stock of a part</h1>
      <p className="mt-2 text-muted">This part is not on sale any more. Its ledger stays.</p>
    </>
  );
}

function Part({ stock }: { stock: StockLevel }) {
  const { _id: id, sku, name, bin, ean } = stock;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="num flex items-center">
            <CopyText what="SKU" text={sku} />
          </h1>
          <p {...inCatalogue}>{name}</p>
          <p className="num text-muted text-sm">
            {[bin ? `Bin ${bin}` : 'No bin', ean && `EAN ${ean}`].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to={`/dashboard/manageProducts/${id}`} className="btn btn-quiet btn-sm">
            Edit product
          </Link>
          <Link to={labelsPath([id])} className="btn btn-quiet btn-sm">
            Print labels
          </Link>
        </div>
      </div>
      <LevelFacts stock={stock} />
      <div className="book-and-expect">
        <BookMovement stock={stock} />
        <ExpectedGoods productId={id} />
      </div>
    </>
  );
}

/** The numbers of a part: what is on sale, and what else lies on its shelf. */
function LevelFacts({ stock }: { stock: StockLevel }) {
  const { available, held, toShip, shelf, expected, reorderPoint } = stock;
  const facts: [label: string, value: string, hint?: string][] = [
    ['On sale', formatCount(available)],
    ['Held', formatCount(held), 'for unpaid orders'],
    ['Paid', formatCount(toShip), 'in orders, not shipped'],
    ['On the shelf', formatCount(shelf), 'on sale, held and to ship'],
    ['Expected', formatCount(expected), 'promised to nobody'],
    ['Reorder point', reorderPoint === undefined ? 'None' : formatCount(reorderPoint)],
  ];
  return (
    <>
      {isShort(stock) && (
        <p className="mb-3 font-medium text-warning">
          It runs out: {formatCount(available + expected)} pcs are on sale and expected, and it is to be
          reordered below {formatCount(stock.reorderPoint)}.
        </p>
      )}
      <dl className="level-facts sheet">
        {facts.map(([label, value, hint]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">
              {value}
              {hint && <span className="level-hint">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The columns of a ledger: movements, with what was on sale after each. */
const LEDGER_COLUMNS: ListColumn<Movement>[] = [
  ...ENTRY_COLUMNS,
  {
    heading: 'Order',
    cellClass: ({ orderId }) => (orderId ? 'align-top' : 'align-top max-md:hidden!'),
    cell: (entry) => (entry.orderId ? <OrderLink entry={entry} /> : <span className="text-muted">–</span>),
  },
  { heading: 'Change', className: 'number', cellClass: 'align-top', cell: ({ change }) => signed(change) },
  {
    heading: 'On sale after it',
    className: 'number',
    cellClass: 'align-top font-medium',
    cell: ({ balance }) => formatCount(balance),
  },
];
