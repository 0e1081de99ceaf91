import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../api-problem.ts';
import { order } from '../../buyer-queries.ts';
import { linePath } from '../../path-with.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OrderElsewhere } from './companies/order-elsewhere.tsx';

export const handle: PageHandle = { title: 'Order', shape: 'detail' };

/** Redirects from the address of an order, which mails and the log have, to its line on the page of the purchase. */
export default function OrderPage() {
  const { id = '' } = useParams();
  const query = useQuery(order(id));
  if (!query.data && statusOf(query.error) === 404) return <OrderElsewhere />;
  return (
    <>
      <PageTitle>Order</PageTitle>
      <h1 className="mb-5">Order</h1>
      <Loaded query={query} what="this order" shape="detail">
        {(order) => <Navigate to={linePath(order)} replace />}
      </Loaded>
    </>
  );
}
