import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { drafts } from './begun-orders.ts';

/** The fields of the order form. */
export interface OrderValues {
  /** NaN where the field is empty or no number. */
  order: number;
  shippingAdd: string;
  phone: string;
}

/** Stores what is typed into a product's order form, for a later visit. */
export function useDraft({ watch }: UseFormReturn<OrderValues>, productId: string): void {
  useEffect(() => {
    const { unsubscribe } = watch(({ order = Number.NaN, shippingAdd = '', phone = '' }, { type }) => {
      // Only typed text, not what the page has filled in.
      if (type !== 'change') return;
      drafts.set(productId, { order: Number.isNaN(order) ? null : order, shippingAdd, phone });
    });
    return unsubscribe;
  }, [watch, productId]);
}
