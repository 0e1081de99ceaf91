import type { orderCalls } from '#contract/calls/orders.ts';
import { toCents, toDollars } from '#contract/money.ts';
import { type Order, OrderSchema } from '#contract/orders.ts';
import type { Own, Reach } from '#contract/reach.ts';
import { Tally } from '../database/tally.ts';
import { listEvents } from '../events/list.ts';
import { csvAnswer, prefersCsv } from '../handling/csv.ts';
import { ConfirmingHandler, type HandlersOf } from '../handling/handler.ts';
import { pagesOf, streamList } from '../handling/page.ts';
import { forbidden, notFound } from '../handling/problem.ts';
import { refundOrder } from '../payments/ask-refund.ts';
import { cancelOpen } from '../payments/close-open.ts';
import { settleOrder } from '../payments/pay.ts';
import type { PaymentContext } from '../payments/take-in.ts';
import { deleteLine } from '../purchases/delete.ts';
import type { Ordering } from '../purchases/place.ts';
import { toHistory } from './history.ts';
import { placeOrder } from './place-order.ts';
import {
  countGrowth,
  countOrders,
  findFirstOrder,
  findOrder,
  listOrders,
  type OrderOwner,
  summarizeOrders,
} from './queries.ts';

export type OrderCalls = keyof typeof orderCalls;

export function orderHandlers(ordering: Ordering, context: PaymentContext): HandlersOf<OrderCalls> {
  const { database, catalogue } = ordering;
  const { db } = database;
  const allOrders = new Tally((from, until) => countGrowth(db, from, until));
  return {
    placeOrder: new ConfirmingHandler(({ body, caller, idempotencyKey }) =>
      placeOrder(ordering, caller, body, idempotencyKey),
    ),

    async listOrders({ query, caller, reach, request }) {
      const owner = ownerOf(query.email, caller, reach);
      const pages = pagesOf(query, (page) => listOrders(db, owner, { ...query, ...page }));
      if (prefersCsv(request.headers.accept)) return csvAnswer('orders', pages, COLUMNS);
      const isWhole = owner === 'everyone' && !query.q && !query.state;
      const total = isWhole ? allOrders.total() : countOrders(db, owner, query);
      return streamList(OrderSchema, pages, await total);
    },

    async summarizeOrders({ query, caller, reach }) {
      return summarizeOrders(db, ownerOf(query.email, caller, reach));
    },

    async getOrder({ params, reach }) {
      const order = (await findOrder(db, params.id, reach)) ?? (await findFirstOrder(db, params.id, reach));
      if (!order) throw notFound('order');
      return order;
    },

    async deleteOrder({ params, caller, reach }) {
      const cancel = (purchaseId: string, actor: string) => cancelOpen(context, purchaseId, actor);
      const { email } = caller;
      return { deletedCount: await deleteLine(database, catalogue, cancel, params.id, reach, email) };
    },

    async payOrder({ params, body, reach }) {
      await settleOrder(context, params.id, body.transactionId, reach);
      return { modifiedCount: 1 };
    },

    async getOrderHistory({ params, reach, can }) {
      const order = await findOrder(db, params.id, reach);
      if (!order) throw notFound('order');
      return toHistory(await listEvents(db, { order: params.id }), can('payment.read'));
    },

    async refundOrder({ params, body, caller, reach }) {
      await refundOrder(context, params.id, reach, caller, body);
      return { modifiedCount: 1 };
    },
  };
}

/** Whose orders a caller may list with this `email`: their own, or whosever is in reach. */
function ownerOf(email: string, caller: Own, reach: Reach): Exclude<OrderOwner, 'everyone'>;
function ownerOf(email: string | undefined, caller: Own, reach: Reach): OrderOwner;
function ownerOf(email: string | undefined, caller: Own, reach: Reach): OrderOwner {
  const asked = email?.trim().toLowerCase();
  if (asked === caller.email) return { userId: caller.userId };
  if (reach !== 'all') throw forbidden('own_orders_only');
  return asked === undefined ? 'everyone' : { email: asked };
}

const COLUMNS: Record<string, (order: Order) => string | number | boolean | null | undefined> = {
  _id: (order) => order._id,
  number: (order) => order.number,
  createdAt: (order) => order.createdAt,
  name: (order) => order.name,
  email: (order) => order.email,
  productName: (order) => order.productName,
  price: (order) => order.price,
  order: (order) => order.order,
  total: (order) => order.total,
  refunded: refundedOfLine,
  takenBack: (order) => order.takenBack,
  paid: (order) => order.paid,
  transactionId: (order) => order.transactionId,
  heldUntil: (order) => order.heldUntil,
  shippingAdd: (order) => order.shippingAdd,
  phone: (order) => order.phone,
  purchaseId: (order) => order.purchaseId,
  state: (order) => order.state,
  purchaseTotal: (order) => order.purchaseTotal,
  purchaseRefunded: (order) => order.refunded,
  refundedPieces: (order) => order.refundedPieces,
  refundedOfLine: (order) => order.refundedOfLine,
  refundingPieces: (order) => order.refundingPieces,
  refundingOfLine: (order) => order.refundingOfLine,
};

/** Dollars of a line's own that were refunded: what was refunded at the provider is of no line, unless it is all or there is one. */
function refundedOfLine({ total, purchaseTotal, refunded, ...line }: Order): number {
  if (total === purchaseTotal) return refunded;
  if (refunded === purchaseTotal) return total;
  return toDollars(toCents(line.refundedOfLine) - toCents(line.refundingOfLine));
}
