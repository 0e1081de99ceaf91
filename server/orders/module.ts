import type { Module } from '../module.ts';
import type { Payments } from '../payments/payments.ts';
import type { Ordering } from '../purchases/place.ts';
import { type OrderCalls, orderHandlers } from './routes.ts';
import { orderStates } from './states.ts';

export const orders: Module<OrderCalls, { ordering: Ordering; payments: Payments }> = {
  name: 'orders',
  open: ({ ordering, payments }) => ({
    handlers: orderHandlers(ordering, payments),
    states: orderStates(ordering.database.db),
  }),
};
