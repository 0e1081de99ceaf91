import type { returnCalls } from '#contract/returns/calls.ts';
import { ReturnSchema } from '#contract/returns/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { Answer } from '../ground/handling/answer.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { pagesOf, streamList } from '../ground/handling/page.ts';
import { notFound } from '../ground/handling/problem.ts';
import { attemptOf } from '../ground/idempotency/idempotency.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import type { Pictures } from '../images/pictures.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { answerReturn, withdrawReturn } from './answer.ts';
import { askReturn } from './ask.ts';
import { declineRefund } from './decline-refund.ts';
import { addPicture, findPicture, requireReturn } from './pictures.ts';
import { countOpenReturns, listOpenReturns } from './queries.ts';
import { receiveReturn } from './receive.ts';

export type ReturnCalls = keyof typeof returnCalls;

export function returnHandlers(
  database: Database,
  catalogue: Catalogue,
  pictures: Pictures,
  limits: Limits,
): HandlersOf<ReturnCalls> {
  const { db } = database;
  return {
    addReturn({ params, body, caller, reach, can, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addReturn', idempotencyKey, { id: params.id, ...body });
      const who = { reach, actor: caller.email, isByStaff: can('return.answer') };
      return askReturn(database, params.id, body, who, attempt);
    },

    async listOpenReturns({ query }) {
      const pages = pagesOf(query, (page) => listOpenReturns(db, { ...query, ...page }));
      return streamList(ReturnSchema, pages, await countOpenReturns(db, query.state));
    },

    async addReturnPicture({ params: { id: returnId }, caller, reach, idempotencyKey, request }) {
      await requireReturn(db, returnId, reach);
      return limits.share('returnPicture', trierOf(request, caller), async () => {
        const upload = await pictures.read(request);
        return addPicture(database, pictures, { returnId, upload, userId: caller.userId, idempotencyKey });
      });
    },

    async getReturnPicture({ params: { id, nth }, reach }) {
      await requireReturn(db, id, reach);
      const webp = await findPicture(db, id, nth);
      if (!webp) throw notFound('picture');
      return new Answer(webp, {
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
    },

    async answerReturn({ params, body, caller }) {
      await answerReturn(database, params.id, body, caller.email);
      return { modifiedCount: 1 };
    },

    async withdrawReturn({ params, caller, reach }) {
      await withdrawReturn(database, params.id, reach, caller.email);
      return { modifiedCount: 1 };
    },

    async declineRefund({ params, body, caller, reach }) {
      await declineRefund(database, params.id, reach, body, caller.email);
      return { modifiedCount: 1 };
    },

    async receiveReturn({ params, body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'receiveReturn', idempotencyKey, { id: params.id, ...body });
      await receiveReturn(database, catalogue, params.id, body, caller.email, attempt);
      return { modifiedCount: 1 };
    },
  };
}
