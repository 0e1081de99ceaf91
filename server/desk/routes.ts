import type { deskCalls } from '#contract/desk/calls.ts';
import {
  type DeskFilter,
  type DeskPurchase,
  DeskPurchaseSchema,
  type DeskSummary,
} from '#contract/desk/schema.ts';
import type { Database } from '../ground/database/client.ts';
import type { Answer } from '../ground/handling/answer.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { listAnswer, pagesOf, streamList } from '../ground/handling/page.ts';
import { type TableColumn, tableAnswer } from '../ground/handling/table-answer.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import { countStuckMails, listStuckMails } from '../ground/mail/stuck.ts';
import { tallyPlaced } from '../orders/owned.ts';
import type { Settings } from '../settings/settings.ts';
import { countDeskPurchases, findBuyerName, listDeskPurchases, summarizeDeskPurchases } from './list.ts';
import { readOverview } from './overview.ts';
import type { ShippingTerms } from './shipping.ts';

export type DeskCalls = keyof typeof deskCalls;

const isWhole = (filter: DeskFilter) => !Object.values(filter).some(Boolean);

export function deskHandlers({ db }: Database, limits: Limits, settings: Settings): HandlersOf<DeskCalls> {
  const terms: ShippingTerms = {
    get shipWithinDays() {
      return settings.values.orders.shipWithinDays;
    },
  };
  const allPurchases = tallyPlaced(db, 'purchases');
  const allOrders = tallyPlaced(db, 'orders');

  /** Of everything there is, how many there are is known, or will be; all else is counted, up to a bound. */
  async function summarize(filter: DeskFilter): Promise<DeskSummary> {
    const [purchases, orders] = isWhole(filter)
      ? await Promise.all([allPurchases.known(), allOrders.known()])
      : [];
    if (purchases === undefined || orders === undefined) return summarizeDeskPurchases(db, terms, filter);
    return { purchases, orders, isMore: false };
  }

  return {
    getOverview: ({ query }) => readOverview(db, terms, query.days),

    async listDeskPurchases({ query }) {
      const { limit, after, sort, ...filter } = query;
      const pages = pagesOf(query, (page) => listDeskPurchases(db, terms, { ...query, ...page }));
      const total = isWhole(filter) ? allPurchases.known() : countDeskPurchases(db, terms, filter);
      return streamList(DeskPurchaseSchema, pages, await total);
    },

    async exportDeskPurchases({ query: { format = 'csv', ...query }, request, caller }) {
      const pages = pagesOf({}, (page) => listDeskPurchases(db, terms, { ...query, ...page }));
      return limits.send('exportAll', trierOf(request, caller), () => exportAnswer(pages, format));
    },

    async summarizeDeskPurchases({ query, can }) {
      const [{ total, ...counts }, buyer] = await Promise.all([
        summarize(query),
        findBuyerName(db, query.buyer),
      ]);
      const told = { ...counts, buyer };
      return can('desk.readOverview') && total !== undefined ? { ...told, total } : told;
    },

    async listStuckMails({ query }) {
      return listAnswer(await listStuckMails(db, query), await countStuckMails(db));
    },
  };
}

const COLUMNS: readonly TableColumn<DeskPurchase>[] = [
  ['number', ({ number }) => number],
  ['state', ({ state }) => state],
  ['shipping', ({ shipping }) => shipping],
  ['toShip', ({ toShip }) => toShip],
  ['placedAt', ({ placedAt }) => placedAt],
  ['paidAt', ({ paidAt }) => paidAt],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['poNumber', ({ poNumber }) => poNumber],
  ['costCentre', ({ costCentre }) => costCentre],
  ['lines', ({ lineCount }) => lineCount],
  ['pieces', ({ pieces }) => pieces],
  ['firstProduct', ({ firstProduct }) => firstProduct],
  ['total', ({ total }) => total],
  ['refunded', ({ refunded }) => refunded],
  ['takenBack', ({ takenBack }) => takenBack],
  ['transactionId', ({ transactionId }) => transactionId],
  ['heldUntil', ({ heldUntil }) => heldUntil ?? undefined],
  ['shippingAdd', ({ shippingAdd }) => shippingAdd],
  ['phone', ({ phone }) => phone],
  ['note', ({ note }) => note],
  ['deliveryWish', ({ deliveryWish }) => deliveryWish],
  ['_id', ({ _id }) => _id],
];

/** Purchases as a file, read and sent page by page. */
function exportAnswer(pages: AsyncIterable<DeskPurchase[]>, format: 'csv' | 'xlsx'): Answer {
  return tableAnswer(format, 'orders', pages, COLUMNS);
}
