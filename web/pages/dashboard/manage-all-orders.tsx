import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { formatOrderNumber, parseOrderNumber } from '#contract/order-number.ts';
import { callAsUser, callForCsvAsUser } from '../../account.ts';
import { allOrders, listOf } from '../../queries.ts';
import { RequireAdmin } from '../../session.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
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
        <div className="flex flex-wrap items-center gap-3 sm:ms-auto">
          <FindOrder />
          <ExportButton file="orders.csv" read={() => callForCsvAsUser('listOrders', {})} />
        </div>
      </div>
      {orders.length > 0 ? (
        <>
          <ol className="sheet text-sm">
            {orders.map(({ _id }, index) => (
              <li key={_id} className="long-list-row">
                <span className="num w-6 text-end sm:w-12 text-muted">{index + 1}</span>
                <Link to={`/dashboard/orders/${_id}`} className="id text-link">
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

/** Opens the order whose number somebody has in hand, as this list has ids only. */
function FindOrder() {
  const id = useId();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (typed: string) => {
      const number = parseOrderNumber(typed);
      const q = number === undefined ? typed : formatOrderNumber(number);
      const [order] =
        number === undefined ? [] : await callAsUser('listOrders', { query: { q, limit: '1' } });
      if (!order) throw new Error(`There is no order ${q}.`);
      await navigate(`/dashboard/orders/${order._id}`);
    },
  });

  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    mutate(String(new FormData(event.currentTarget).get('number')).trim());
  }

  return (
    <search>
      <form onSubmit={open} className="flex flex-wrap items-center gap-2">
        <p id={`${id}-problem`} role="status" className="text-error text-sm empty:hidden">
          {error?.message}
        </p>
        <label htmlFor={id} className="sr-only">
          Order number
        </label>
        <input
          id={id}
          name="number"
          required
          maxLength={40}
          aria-describedby={`${id}-problem`}
          placeholder="NB-100234"
          className="input input-sm w-36"
        />
        <ActionButton type="submit" className="btn btn-quiet btn-sm" busy={isPending}>
          Open
        </ActionButton>
      </form>
    </search>
  );
}
