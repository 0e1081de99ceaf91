import type { Registry } from 'prom-client';
import type { Module } from '../module.ts';
import type { Payments } from '../payments/payments.ts';
import type { Ordering } from '../purchases/place.ts';
import { measureStates } from '../status/states.ts';
import { type OrderCalls, orderHandlers } from './routes.ts';
import { orderStates } from './states.ts';

export const orders: Module<OrderCalls, { ordering: Ordering; payments: Payments; registry: Registry }> = {
  name: 'orders',
  open({ ordering, payments, registry }) {
    measureStates(registry, 'orders', orderStates(ordering.database.db));
    return { handlers: orderHandlers(ordering, payments) };
  },
};
