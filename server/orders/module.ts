import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { PayingContext } from '../payments/pay.ts';
import type { Ordering } from '../purchases/place.ts';
import { type PurchaseCalls, purchaseHandlers } from './purchase-routes.ts';
import { type OrderCalls, orderHandlers } from './routes.ts';
import { orderStates } from './states.ts';

export const orders: Module<
  OrderCalls | PurchaseCalls,
  PayingContext & { ordering: Ordering; limits: Limits }
> = {
  name: 'orders',
  open: ({ ordering, limits, ...context }) => ({
    handlers: { ...orderHandlers(ordering, context, limits), ...purchaseHandlers(ordering, context) },
    measures: [
      {
        name: 'shop_orders',
        help: 'Orders by state',
        label: 'state',
        read: orderStates(ordering.database.db),
      },
    ],
  }),
};
