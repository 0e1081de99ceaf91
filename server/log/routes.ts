import { LRUCache } from 'lru-cache';
import { type EventReader, eventReader } from '#contract/log/policy.ts';
import { type Event, EventSchema } from '#contract/log/schema.ts';
import type { Database } from '../ground/database/client.ts';
import type { Tally } from '../ground/database/tally.ts';
import { csvAnswer, prefersCsv } from '../ground/handling/csv.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { pagesOf, streamList } from '../ground/handling/page.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import type { EventKinds } from '../ground/module.ts';
import { kindsFor, readKinds } from './kinds.ts';
import { countEvents, type EventFilter, listEvents, tallyEvents } from './list.ts';

export function eventHandlers({ db }: Database, known: EventKinds, limits: Limits): HandlersOf<'listEvents'> {
  const read = (kind: string | undefined, reader: EventReader) => {
    // guard: server/log/events.test.ts
    if (reader !== 'admin') return kindsFor(reader, kind, known);
    return kind === undefined ? undefined : readKinds(kind, known);
  };

  /** The views of the log, each with how many entries it has. */
  const views = new LRUCache<string, Tally>({
    max: MOST_VIEWS,
    memoMethod: (kinds) => tallyEvents(db, { kinds: JSON.parse(kinds) ?? undefined }),
  });

  function total({ kinds, person, order, product }: EventFilter) {
    // Of one person, order or product there are few.
    if (person ?? order ?? product) return countEvents(db, { kinds, person, order, product });
    return views.memo(JSON.stringify(kinds ?? null)).known();
  }

  return {
    async listEvents({ query, request, caller, can }) {
      const { kind, ...rest } = query;
      const filter = { ...rest, kinds: read(kind, eventReader(can)) };
      const pages = pagesOf(query, (page) => listEvents(db, { ...filter, ...page }));
      if (prefersCsv(request.headers.accept))
        return limits.send('exportAll', trierOf(request, caller), () =>
          csvAnswer('log', pages, Object.entries(COLUMNS)),
        );
      return streamList(EventSchema, pages, await total(filter));
    },
  };
}

/** More than there are kinds and groups. */
const MOST_VIEWS = 50;

const COLUMNS: Record<string, (event: Event) => string | number | undefined> = {
  at: (event) => event.at,
  kind: (event) => event.kind,
  what: (event) => event.what,
  who: (event) => event.who,
  orderId: (event) => event.orderId,
  orderNumber: (event) => event.orderNumber,
  productId: (event) => event.productId,
  productName: (event) => event.productName,
  person: (event) => event.person,
  stockChange: (event) => event.stockChange,
  why: (event) => event.why,
};
