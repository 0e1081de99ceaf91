import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Order } from '#contract/purchases/orders.ts';
import { callAsUser } from '../../user-calls.ts';
import type { OrderValues } from './use-draft.ts';

/** A buyer's latest order, or null. */
const latestOrder = (email: string) =>
  queryOptions({
    queryKey: ['orders', 'latest', email],
    queryFn: async ({ signal }) => {
      const orders = await callAsUser('listOrders', { query: { email, limit: '1' } }, { signal });
      return orders[0] ?? null;
    },
  });

/**
 * Fills a new form with the address and phone of the buyer's latest order. Returns a function that returns the source of the
 * value of a field, while it is unchanged.
 */
export function useLastAddress(
  { getValues, setValue, watch }: UseFormReturn<OrderValues>,
  email: string,
): (field: 'shippingAdd' | 'phone') => string | undefined {
  const { data: latest, isFetching } = useQuery(latestOrder(email));
  const [offered, setOffered] = useState<Order>();

  useEffect(() => {
    // Never over typed text, and only once: a person who empties a field wants it empty.
    if (!latest || isFetching || offered || getValues('shippingAdd') || getValues('phone')) return;
    setValue('shippingAdd', latest.shippingAdd);
    setValue('phone', latest.phone);
    setOffered(latest);
  }, [latest, isFetching, offered, getValues, setValue]);

  return (field) =>
    offered?.[field] && watch(field) === offered[field] ? 'From your last order' : undefined;
}
