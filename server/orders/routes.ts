import { toCents, toDollars } from '#contract/kernel/money.ts';
import { eventReader } from '#contract/log/policy.ts';
import type { orderCalls } from '#contract/purchases/order-calls.ts';
import { type Order, OrderSchema } from '#contract/purchases/orders.ts';
import { csvAnswer, prefersCsv } from '../ground/handling/csv.ts';
import { ConfirmingHandler, type HandlersOf } from '../ground/handling/handler.ts';
import { pagesOf, streamList } from '../ground/handling/page.ts';
import { notFound } from '../ground/handling/problem.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import { listEvents } from '../log/list.ts';
import { refundPurchase } from '../payments/ask-refund.ts';
import { deletingOf } from '../payments/close-open.ts';
import { settlePurchase } from '../payments/pay.ts';
import type { PaymentContext } from '../payments/take-in.ts';
import { readMemberLimits } from '../purchases/company-terms.ts';
import { deleteLine } from '../purchases/delete.ts';
import { toldTo } from '../purchases/on-behalf.ts';
import type { Ordering } from '../purchases/place.ts';
import { findPurchaseOf } from '../purchases/queries.ts';
import { toHistory } from './history.ts';
import { ownerOf, tallyPlaced } from './owned.ts';
import { placeOrder } from './place-order.ts';
import { countOrders, findFirstOrder, findOrder, listOrders } from './queries.ts';
import { summarizeOrders } from './summary.ts';

export type OrderCalls = keyof typeof orderCalls;

export function orderHandlers(
  ordering: Ordering,
  context: PaymentContext,
  limits: Limits,
): HandlersOf<OrderCalls> {
  const { db } = ordering.database;
  const allOrders = tallyPlaced(db, 'orders');
  return {
    placeOrder: new ConfirmingHandler(({ body, caller, can, idempotencyKey }) =>
      placeOrder(ordering, caller, body, idempotencyKey, toldTo(caller, can)),
    ),

    async listOrders({ query, caller, reach, request }) {
      const owner = ownerOf(query.email, caller, reach);
      const pages = pagesOf(query, (page) => listOrders(db, owner, { ...query, ...page }));
      if (prefersCsv(request.headers.accept))
        return limits.send('exportAll', trierOf(request, caller), () =>
          csvAnswer('orders', pages, Object.entries(COLUMNS)),
        );
      const isWhole = owner === 'everyone' && !query.q && !query.state && !query.linesEach;
      const total = isWhole ? allOrders.known() : countOrders(db, owner, query);
      return streamList(OrderSchema, pages, await total);
    },

    async summarizeOrders({ query, caller, reach }) {
      const owner = ownerOf(query.email, caller, reach);
      const summary = await summarizeOrders(db, owner, ordering.terms);
      return 'buyerId' in owner ? { ...summary, member: await readMemberLimits(db, caller) } : summary;
    },

    async getOrder({ params, reach }) {
      const order = (await findOrder(db, params.id, reach)) ?? (await findFirstOrder(db, params.id, reach));
      if (!order) throw notFound('order');
      return order;
    },

    async deleteOrder({ params, caller, reach }) {
      return { deletedCount: await deleteLine(deletingOf(context), params.id, reach, caller.email) };
    },

    async payOrder({ params, body, reach }) {
      await settlePurchase(context, findPurchaseOf, params.id, body.transactionId, reach);
      return { modifiedCount: 1 };
    },

    async getOrderHistory({ params, reach, can }) {
      const order = await findOrder(db, params.id, reach);
      if (!order) throw notFound('order');
      return toHistory(await listEvents(db, { order: params.id }), eventReader(can));
    },

    async refundOrder({ params, body, caller, reach }) {
      await refundPurchase(context, await findPurchaseOf(db, params.id, reach), caller, body);
      return { modifiedCount: 1 };
    },
  };
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
  poNumber: (order) => order.poNumber,
  customerRef: (order) => order.customerRef,
  designators: (order) => order.designators,
};

/** Dollars refunded for a line. An amount without pieces counts for no line, unless it is the whole total or there is one line. */
function refundedOfLine({ total, purchaseTotal, refunded, ...line }: Order): number {
  if (total === purchaseTotal) return refunded;
  return toDollars(toCents(line.refundedOfLine) - toCents(line.refundingOfLine));
}
