import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { callForCsvAsUser } from '../../account.ts';
import { allOrders, listOf } from '../../queries.ts';
import { RequireAdmin } from '../../session.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export default function ManageAllOrdersPage() {
  return (
    <RequireAdmin>
      <ManageAllOrders />
    </RequireAdmin>
  );
}

/** The ids of all orders, newest first; each opens its order. */
function ManageAllOrders() {
  const list = useInfiniteQuery(allOrders);
  const { data, error, refetch } = list;
  const { entries: orders, total } = listOf(data);
  return (
    <>
      <PageTitle>Manage All Orders</PageTitle>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1>Manage All Orders</h1>
        {data && <p className="num text-muted">Total orders: {formatCount(total)}</p>}
        <div className="ms-auto flex items-center gap-4">
          <Link to="/dashboard/log" prefetch="intent" className="text-link text-sm">
            Log
          </Link>
          <ExportButton file="orders.csv" read={() => callForCsvAsUser('listOrders', {})} />
        </div>
      </div>
      {orders.length > 0 ? (
        <>
          <ol className="sheet text-sm">
            {orders.map(({ _id }, index) => (
              <li key={_id} className="long-list-row">
                <span className="num w-6 text-end sm:w-12 text-muted">{index + 1}</span>
                <Link to={`/dashboard/orders/${_id}`} prefetch="intent" className="id text-link">
                  {_id}
                </Link>
              </li>
            ))}
          </ol>
          <ShowMore list={list} />
        </>
      ) : data ? (
        <p className="sheet p-6 text-muted">No orders yet. They appear here as soon as one is placed.</p>
      ) : error ? (
        <LoadProblem error={error} what="the orders" retry={refetch} />
      ) : (
        <Spinner label="Loading the orders" />
      )}
    </>
  );
}
