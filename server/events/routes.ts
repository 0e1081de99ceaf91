import type { Event } from '#contract/events.ts';
import type { Database } from '../database/client.ts';
import { csvAnswer, prefersCsv } from '../http/csv.ts';
import type { HandlersOf } from '../http/handler.ts';
import { inPieces, listAnswer } from '../http/page.ts';
import { countEvents, listEvents } from './list.ts';

export function eventHandlers({ db }: Database): HandlersOf<'listEvents'> {
  return {
    async listEvents({ query, request }) {
      if (prefersCsv(request.headers.accept)) {
        const pieces = inPieces(query, (page) => listEvents(db, { ...query, ...page }));
        return csvAnswer('log', pieces, COLUMNS);
      }
      return listAnswer(await listEvents(db, query), await countEvents(db, query));
    },
  };
}

const COLUMNS: Record<string, (event: Event) => string | number | undefined> = {
  at: (event) => event.at,
  kind: (event) => event.kind,
  what: (event) => event.what,
  who: (event) => event.who,
  orderId: (event) => event.orderId,
  productId: (event) => event.productId,
  productName: (event) => event.productName,
  person: (event) => event.person,
  stockChange: (event) => event.stockChange,
  why: (event) => event.why,
};
