import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { statusOf } from '../../api-problem.ts';
import { orderPath } from '../../path-with.ts';
import { order as orderQuery } from '../../queries.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NotFound } from '../not-found.tsx';
import { ordersHome } from './menu-entries.ts';
import { useCan } from './role.ts';

interface Props {
  /** The name of a subpage of the order; without it, the order's own page. */
  page?: string;
  /** Whether the content of the page has the heading itself. */
  hasHeading?: (order: Order) => boolean;
  children: (order: Order) => ReactNode;
}

/**
 * The frame of a page about the order in the address, below the list of orders. Mails have the purchase's id there, as its
 * buyer may delete any one of its orders.
 */
export function OrderFrame({ page, hasHeading, children }: Props) {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const query = useQuery(orderQuery(id));
  const home = ordersHome(useCan());
  const order = query.data;

  if (!order && statusOf(query.error) === 404) return <NotFound />;
  if (order && order._id !== id) return <Navigate to={pathname.replace(id, order._id)} replace />;
  const itself = order && { to: orderPath(order._id), label: order.number };
  const name = order ? `Order ${order.number}` : 'Order';
  return (
    <>
      <PageTitle>{page && order ? `${page} of ${order.number}` : (page ?? name)}</PageTitle>
      <Breadcrumb above={page && itself ? [home, itself] : [home]} here={page ?? order?.number ?? 'Order'} />
      {!(order && hasHeading?.(order)) && <h1 className="mb-5">{page ?? name}</h1>}
      <Loaded query={query} what="this order" shape="detail">
        {children}
      </Loaded>
    </>
  );
}
