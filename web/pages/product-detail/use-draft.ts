import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { drafts } from './begun-orders.ts';

/** What a buyer fills in of an order. */
export interface OrderValues {
  /** NaN where the field is empty or no number. */
  order: number;
  shippingAdd: string;
  phone: string;
}

/** Keeps what is typed into a product's order form for who comes back to it. */
export function useDraft({ watch }: UseFormReturn<OrderValues>, productId: string): void {
  useEffect(() => {
    const { unsubscribe } = watch(({ order = Number.NaN, shippingAdd = '', phone = '' }, { type }) => {
      // Only what was typed, not what the page has filled in.
      if (type !== 'change') return;
      drafts.set(productId, { order: Number.isNaN(order) ? null : order, shippingAdd, phone });
    });
    return unsubscribe;
  }, [watch, productId]);
}
