import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { formatOrderNumber, parseOrderNumber } from '#contract/order-number.ts';
import type { PageHandle } from '#contract/pages.ts';
import { inPages, listOf } from '../../long-list.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { callAsUser, callForCsvAsUser, callForPageAsUser } from '../../user-calls.ts';

const allOrders = infiniteQueryOptions({
  queryKey: ['orders', 'all'],
  queryFn: ({ pageParam, signal }) => callForPageAsUser('listOrders', { query: pageParam }, { signal }),
  ...inPages(),
});

export const handle: PageHandle = { may: 'order.refund' };

/** The ids of all orders, newest first, with links. */
export default function ManageAllOrders() {
  const list = useInfiniteQuery(allOrders);
  const { total } = listOf(list.data);
  return (
    <>
      <PageTitle>Manage All Orders</PageTitle>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1>Manage All Orders</h1>
        {list.data && <p className="num text-muted">Total orders: {formatCount(total)}</p>}
        <div className="flex flex-wrap items-center gap-3 sm:ms-auto">
          <FindOrder />
          <ExportButton file="orders.csv" read={() => callForCsvAsUser('listOrders', {})} />
        </div>
      </div>
      <LoadedList
        list={list}
        what="the orders"
        empty={
          <p className="sheet p-6 text-muted">No orders yet. They appear here as soon as one is placed.</p>
        }
      >
        {(orders) => (
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
        )}
      </LoadedList>
    </>
  );
}

/** Opens an order by its number: the list shows ids only. */
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
