import { eventReader } from '#contract/log/policy.ts';
import type { approvalCalls } from '#contract/purchases/approval-calls.ts';
import type { purchaseCalls } from '#contract/purchases/calls.ts';
import { PurchaseSchema } from '#contract/purchases/schema.ts';
import { isTokenValid } from '../accounts/tokens.ts';
import { ConfirmingHandler, type HandlersOf } from '../ground/handling/handler.ts';
import { pagesOf, streamList } from '../ground/handling/page.ts';
import { Problem, unauthorized } from '../ground/handling/problem.ts';
import { attemptOf } from '../ground/idempotency/idempotency.ts';
import { listEvents } from '../log/list.ts';
import { refundPurchase } from '../payments/ask-refund.ts';
import { deletingOf } from '../payments/close-open.ts';
import { type PayingContext, payPurchase, settlePurchase } from '../payments/pay.ts';
import { changeShipTo } from '../purchases/address.ts';
import { decideApproval } from '../purchases/approve.ts';
import { askCancel, refuseCancel } from '../purchases/cancel-wish.ts';
import { changeLines } from '../purchases/change-lines.ts';
import { deletePurchase } from '../purchases/delete.ts';
import { changeDetails } from '../purchases/details.ts';
import { addNote } from '../purchases/notes.ts';
import { toldTo } from '../purchases/on-behalf.ts';
import type { Ordering } from '../purchases/place.ts';
import { findPurchase } from '../purchases/queries.ts';
import { toPurchaseHistory } from './history.ts';
import { NAMES, ownerOf, tallyPlaced } from './owned.ts';
import { placeNewPurchase } from './place-purchase.ts';
import { countPurchases, findPurchaseDetail, findPurchaseNumber, listPurchases } from './purchase-queries.ts';
import { listWaiting } from './waiting.ts';

export type PurchaseCalls = keyof typeof purchaseCalls;
export type ApprovalCalls = keyof typeof approvalCalls;

export function purchaseHandlers(
  ordering: Ordering,
  context: PayingContext,
): HandlersOf<PurchaseCalls | ApprovalCalls> {
  const { db } = ordering.database;
  const allPurchases = tallyPlaced(db, 'purchases');
  return {
    placePurchase: new ConfirmingHandler(({ body, caller, can, idempotencyKey }) =>
      placeNewPurchase(ordering, caller, body, idempotencyKey, toldTo(caller, can)),
    ),

    async listPurchases({ query, caller, reach }) {
      const owner = ownerOf(query.email, caller, reach);
      const pages = pagesOf(query, (page) => listPurchases(db, owner, { ...query, ...page }));
      const isWhole = owner === 'everyone' && !query.q && !query.state;
      const total = isWhole ? allPurchases.known() : countPurchases(db, owner, query);
      return streamList(PurchaseSchema, pages, await total);
    },

    getPurchase: ({ params, caller, reach }) => findPurchaseDetail(db, params.id, reach, caller),

    async getPurchaseHistory({ params, reach, can }) {
      const number = await findPurchaseNumber(db, params.id, reach);
      return toPurchaseHistory(await listEvents(db, { order: number }), eventReader(can));
    },

    async deletePurchase({ params, caller, reach }) {
      return { deletedCount: await deletePurchase(deletingOf(context), params.id, reach, caller.email) };
    },

    async refundPieces({ params, body, caller, reach, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'refundPieces', idempotencyKey, { id: params.id, ...body });
      const found = await findPurchase(db, params.id, reach);
      const insertedId = await refundPurchase(context, found, caller, body, {
        attempt,
        refuse: (errors) => new Problem('more_than_left', { lines: errors.length }, { errors }),
      });
      return { insertedId: insertedId! };
    },

    async refundAmount({ params, body, caller, reach, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'refundAmount', idempotencyKey, { id: params.id, ...body });
      const found = await findPurchase(db, params.id, reach);
      const insertedId = await refundPurchase(context, found, caller, body, { attempt });
      return { insertedId: insertedId! };
    },

    async changeLines({ params, body, caller, reach }) {
      const changing = { ...deletingOf(context), terms: context.terms };
      await changeLines(changing, params.id, body, { reach, actor: caller.email });
      return findPurchaseDetail(db, params.id, reach, caller);
    },

    async changeShipTo({ params, body, caller, reach }) {
      await changeShipTo(ordering.database, params.id, body, { reach, actor: caller.email });
      return { modifiedCount: 1 };
    },

    async changeDetails({ params, body, caller, reach }) {
      await changeDetails(ordering.database, params.id, body, { reach, actor: caller.email });
      return { modifiedCount: 1 };
    },

    async askCancel({ params, body, caller, reach }) {
      await askCancel(ordering.database, params.id, body.why, { reach, actor: caller.email });
      return { modifiedCount: 1 };
    },

    async refuseCancel({ params, body, caller }) {
      await refuseCancel(ordering.database, params.id, body.why, caller.email);
      return { modifiedCount: 1 };
    },

    addNote({ params, body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addNote', idempotencyKey, { id: params.id, ...body });
      return addNote(ordering.database, params.id, body, caller.email, attempt);
    },

    listApprovals: ({ reach }) => listWaiting(db, reach),

    async decideApproval({ params, body, reach }) {
      const state = await decideApproval(context, params.id, body, reach);
      return {
        state: NAMES[state as 'asked' | 'released' | 'held'] as 'to_approve' | 'hold_ended' | 'to_pay',
      };
    },

    async beginPurchasePayment({ params, caller, reach }) {
      const clientSecret = await payPurchase(context, reach, params.id);
      // Last: the provider may have taken long, and meanwhile the payer may have been removed, or have signed out.
      if (!(await isTokenValid(db, caller.tokenHash))) throw unauthorized();
      return { clientSecret };
    },

    async payPurchase({ params, body, reach }) {
      await settlePurchase(context, findPurchase, params.id, body.transactionId, reach);
      return { modifiedCount: 1 };
    },
  };
}
