import type { receiptCalls } from '#contract/receipts/calls.ts';
import type { Database } from '../ground/database/client.ts';
import { transact, tryAgain } from '../ground/database/transact.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { Problem } from '../ground/handling/problem.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { arrive } from './arrive.ts';
import { insertReceipt, removeReceipt, updateReceipt } from './change.ts';
import { listReceipts } from './queries.ts';

export type ReceiptCalls = keyof typeof receiptCalls;

export function receiptHandlers({ db }: Database, catalogue: Catalogue): HandlersOf<ReceiptCalls> {
  return {
    listReceipts: ({ params }) => listReceipts(db, params.id),

    async addReceipt({ params, body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addReceipt', idempotencyKey, { id: params.id, ...body });
      const answer = await once(db, attempt, async (transaction) => ({
        insertedId: await insertReceipt(transaction, params.id, body, caller.email),
      }));
      await catalogue.refresh([params.id]);
      return answer;
    },

    async changeReceipt({ params, body, caller }) {
      const { productId } = await transact(db, (transaction) =>
        updateReceipt(transaction, params.id, body, caller.email),
      );
      await catalogue.refresh([productId]);
      return { modifiedCount: 1 };
    },

    async removeReceipt({ params, caller }) {
      const removed = await transact(db, (transaction) =>
        removeReceipt(transaction, params.id, caller.email),
      ).catch((error: unknown) => {
        if (error instanceof Problem && ['not_found', 'receipt_closed'].includes(error.code))
          return undefined;
        throw error;
      });
      if (removed) await catalogue.refresh([removed.productId]);
      return { deletedCount: removed ? 1 : 0 };
    },

    async arriveReceipt({ params, body, caller, idempotencyKey }) {
      const deciding = { id: params.id, ...body };
      const attempt = attemptOf(caller.userId, 'arriveReceipt', idempotencyKey, deciding);
      const { productId, ...arrived } = await tryAgain(() =>
        once(db, attempt, (transaction) => arrive(transaction, params.id, body.quantity, caller.email)),
      );
      await catalogue.refresh([productId]);
      return arrived;
    },
  };
}
