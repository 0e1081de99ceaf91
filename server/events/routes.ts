import type { Event } from '#contract/events.ts';
import type { Database } from '../database/client.ts';
import { csvAnswer, prefersCsv } from '../http/csv.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listAnswer } from '../http/page.ts';
import { listEvents } from './queries.ts';

export function eventHandlers({ db }: Database): HandlersOf<'listEvents'> {
  return {
    async listEvents({ query, request }) {
      const { events, total } = await listEvents(db, query);
      return prefersCsv(request.headers.accept)
        ? csvAnswer('events', events, COLUMNS)
        : listAnswer(events, total);
    },
  };
}

const COLUMNS: Record<string, (event: Event) => string | number | undefined> = {
  at: (event) => event.at,
  kind: (event) => event.kind,
  who: (event) => event.who,
  orderId: (event) => event.orderId,
  productId: (event) => event.productId,
  person: (event) => event.person,
  stockChange: (event) => event.stockChange,
  why: (event) => event.why,
};
