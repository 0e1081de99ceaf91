import type { deskCalls } from '#contract/desk/calls.ts';
import { type DeskFilter, DeskPurchaseSchema, type DeskSummary } from '#contract/desk/schema.ts';
import type { Database } from '../ground/database/client.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { listAnswer, pagesOf, streamList } from '../ground/handling/page.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import { countStuckMails, listStuckMails } from '../ground/mail/stuck.ts';
import { tallyPlaced } from '../orders/owned.ts';
import type { Settings } from '../settings/settings.ts';
import { exportAnswer } from './export.ts';
import { countDeskPurchases, listDeskPurchases, summarizeDeskPurchases } from './list.ts';
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
      const { total, ...counts } = await summarize(query);
      return can('desk.readOverview') && total !== undefined ? { ...counts, total } : counts;
    },

    async listStuckMails({ query }) {
      return listAnswer(await listStuckMails(db, query), await countStuckMails(db));
    },
  };
}
