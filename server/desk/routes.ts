import type { deskCalls } from '#contract/calls/desk.ts';
import { type DeskFilter, DeskPurchaseSchema, type DeskSummary } from '#contract/desk.ts';
import type { Database } from '../database/client.ts';
import { Tally } from '../database/tally.ts';
import type { HandlersOf } from '../handling/handler.ts';
import { listAnswer, pagesOf, streamList } from '../handling/page.ts';
import type { Limits } from '../limits/limits.ts';
import { trierOf } from '../limits/traffic.ts';
import { countStuckMails, listStuckMails } from '../mail/stuck.ts';
import { countGrowth } from '../orders/owned.ts';
import { exportAnswer } from './export.ts';
import { countDeskPurchases, listDeskPurchases, summarizeDeskPurchases } from './list.ts';
import { readOverview } from './overview.ts';

export type DeskCalls = keyof typeof deskCalls;

const isWhole = (filter: DeskFilter) => !Object.values(filter).some(Boolean);

export function deskHandlers({ db }: Database, limits: Limits): HandlersOf<DeskCalls> {
  const allPurchases = new Tally((from, until) => countGrowth(db, 'purchases', from, until));
  const allOrders = new Tally((from, until) => countGrowth(db, 'orders', from, until));

  /** Of everything there is, how many there are is known; all else is counted, up to a bound. */
  async function summarize(filter: DeskFilter): Promise<DeskSummary> {
    if (!isWhole(filter)) return summarizeDeskPurchases(db, filter);
    const [purchases, orders] = [await allPurchases.total(), await allOrders.total()];
    return { purchases, orders, isMore: false };
  }

  return {
    getOverview: ({ query }) => readOverview(db, query.days),

    async listDeskPurchases({ query }) {
      const { limit, after, sort, ...filter } = query;
      const pages = pagesOf(query, (page) => listDeskPurchases(db, { ...query, ...page }));
      const total = isWhole(filter) ? allPurchases.total() : countDeskPurchases(db, filter);
      return streamList(DeskPurchaseSchema, pages, await total);
    },

    async exportDeskPurchases({ query: { format = 'csv', ...query }, request, caller }) {
      const pages = pagesOf({}, (page) => listDeskPurchases(db, { ...query, ...page }));
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
