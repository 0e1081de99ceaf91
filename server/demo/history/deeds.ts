import { hash } from 'node:crypto';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { NewReturn, Received } from '#contract/returns/schema.ts';
import type { NewShipment } from '#contract/shipping/schema.ts';
import { DEMO_ADMIN } from '../../accounts/demo.ts';
import type { Database } from '../../ground/database/client.ts';
import { newId } from '../../ground/database/uuid.ts';
import type { Caller } from '../../ground/handling/handler.ts';
import { RECONCILIATION, WEBHOOK } from '../../log/queries.ts';
import { refundPurchase } from '../../payments/ask-refund.ts';
import { cancelOpen, deletingOf } from '../../payments/close-open.ts';
import { takeInDispute } from '../../payments/disputes.ts';
import type { Intent, PaymentProvider } from '../../payments/provider.ts';
import { insertPayment } from '../../payments/queries.ts';
import { settle } from '../../payments/settle.ts';
import { takeIn } from '../../payments/take-in.ts';
import { Catalogue } from '../../products/catalogue.ts';
import { readAsked } from '../../purchases/approvals.ts';
import { decideApproval } from '../../purchases/approve.ts';
import { deletePurchase } from '../../purchases/delete.ts';
import { toDelivery } from '../../purchases/delivery.ts';
import type { PurchaseFacts } from '../../purchases/facts.ts';
import { releaseEndedHolds } from '../../purchases/holds.ts';
import { createOrdering, placePurchase } from '../../purchases/place.ts';
import { findPurchase } from '../../purchases/queries.ts';
import type { PurchaseTerms, RequestedLine } from '../../purchases/request.ts';
import { answerReturn } from '../../returns/answer.ts';
import { askReturn } from '../../returns/ask.ts';
import { receiveReturn } from '../../returns/receive.ts';
import { ship } from '../../shipping/ship.ts';

/** Somebody who buys, with a session for as long as the history is told. */
export interface Buyer extends Caller {
  shipTo: ShipTo;
}

/** A line of a placed purchase. */
export interface Line {
  orderId: string;
  quantity: number;
}

export interface Placed {
  id: string;
  buyer: Buyer;
  lines: Line[];
  cents: number;
  /** Whether a colleague has to approve it first. */
  isAsked: boolean;
  /** The payment that was begun. */
  intent?: Intent;
}

/** The cards of Stripe's test mode that the history pays with. */
export type Card = 'pm_card_visa' | 'pm_card_visa_chargeDeclined' | 'pm_card_createDisputeProductNotReceived';

export interface DeedsOptions {
  database: Database;
  provider: PaymentProvider;
  /** The provider's API, for what the buyer's browser does there. */
  stripe: typeof fetch;
  terms: PurchaseTerms;
}

/** Nobody reads the catalogue while the history is told, and processes that start afterwards read it anew. */
class UnreadCatalogue extends Catalogue {
  override async setStock(): Promise<void> {}
  override async refresh(): Promise<void> {}
}

/** What buyers and staff do, by the shop's own functions. */
export function createDeeds({ database, provider, stripe, terms }: DeedsOptions) {
  const { db } = database;
  const catalogue = new UnreadCatalogue(database);
  const context = { database, catalogue, provider, terms };
  const ordering = createOrdering(database, catalogue, terms);
  const staff = DEMO_ADMIN.email;
  const sessions: string[] = [];

  /** Opens a session, without which nobody orders. It acts for the person, or for a company. */
  async function signIn(
    { userId, email, name }: { userId: string; email: string; name: string },
    shipTo: ShipTo,
    companyId?: string,
  ) {
    const sessionId = newId();
    sessions.push(sessionId);
    const forever = new Date(Date.UTC(2200, 0));
    const session = { id: sessionId, user_id: userId, token: newId(), expires_at: forever };
    await db.insertInto('sessions').values(session).execute();
    const digest = hash('sha256', sessionId, 'buffer');
    await db
      .insertInto('access_tokens')
      .values({ hash: digest, session_id: sessionId, expires_at: forever, buyer_id: companyId })
      .execute();
    return {
      userId,
      buyerId: companyId ?? userId,
      email,
      name,
      sessionId,
      tokenHash: digest.toString('hex'),
      shipTo,
    } as Buyer;
  }

  return {
    signIn,

    /** Opens an account whose address is proven, and signs in. */
    async signUp(person: { email: string; name: string }, shipTo: ShipTo): Promise<Buyer> {
      const userId = newId();
      const user = { id: userId, ...person, role: 'customer' as const, email_verified: true };
      await db.insertInto('users').values(user).execute();
      return signIn({ userId, ...person }, shipTo);
    },

    async signOutAll(): Promise<void> {
      await db.deleteFrom('sessions').where('id', 'in', sessions).execute();
    },

    /** Places a purchase; undefined when the shop refuses it, as stock is short. */
    async place(buyer: Buyer, lines: RequestedLine[], facts: PurchaseFacts): Promise<Placed | undefined> {
      const delivery = toDelivery(buyer.shipTo);
      const verdict = await placePurchase(ordering, {
        caller: buyer,
        lines,
        delivery,
        facts,
        attempt: undefined,
      });
      if (verdict.verdict !== 'placed') return undefined;
      const { purchaseId: id, state } = verdict.answer;
      const placed = await db
        .selectFrom('orders')
        .innerJoin('purchases', 'purchases.id', 'purchase_id')
        .select(['orders.id as orderId', 'quantity', 'purchases.total_cents as cents'])
        .where('purchase_id', '=', id)
        .orderBy('line_no')
        .execute();
      return {
        id,
        buyer,
        lines: placed.map(({ orderId, quantity }) => ({ orderId, quantity })),
        cents: placed[0]!.cents,
        isAsked: state === 'asked',
      };
    },

    /** Approves what a colleague has placed, as it is. */
    async approve({ id }: Placed, approver: Buyer, note: string): Promise<void> {
      const { revision, hash } = await readAsked(db, id);
      await decideApproval(context, id, { revision, hash, verdict: 'approve', note }, approver);
    },

    /** Pays by card. A declined one is told to the shop, as its webhook tells it. */
    async pay(placed: Placed, card: Card = 'pm_card_visa'): Promise<void> {
      const { id, buyer } = placed;
      const { userId, buyerId } = buyer;
      const wanted = { amountCents: placed.cents, userId, buyerId, purchaseId: id, idempotencyKey: id };
      placed.intent ??= await provider.createIntent(wanted);
      const { intent } = placed;
      const answer = await stripe(`https://api.stripe.com/v1/payment_intents/${intent.id}/confirm`, {
        method: 'POST',
        body: `payment_method=${card}`,
      });
      if (answer.ok) {
        await settle(database, catalogue, (await provider.getIntent(intent.id))!, id, buyer.email);
        return;
      }
      await insertPayment(db, intent);
      await takeIn(context, intent.id, WEBHOOK);
    },

    /** Tells the shop of disputes that were opened since a moment. */
    async takeInDisputes(since: number): Promise<void> {
      for (const id of await provider.listDisputes(Math.floor(since / 1000)))
        await takeInDispute(context, id, WEBHOOK);
    },

    /** Deletes an unpaid purchase, as its buyer. */
    async cancel({ id, buyer }: Placed): Promise<void> {
      await deletePurchase(deletingOf(context), id, buyer, buyer.email);
    },

    /** Gives up the payment of a purchase that nobody finishes, as reconciliation does. */
    abandon: ({ id }: Placed) => cancelOpen(context, id, RECONCILIATION),

    /** Gives up disputes that were opened since a moment. */
    async loseDisputes(since: number): Promise<void> {
      for (const id of await provider.listDisputes(Math.floor(since / 1000))) {
        await stripe(`https://api.stripe.com/v1/disputes/${id}/close`, { method: 'POST' });
        await takeInDispute(context, id, WEBHOOK);
      }
    },

    /** Ends the holds that are over. */
    endHolds: () => releaseEndedHolds(database, catalogue),

    async ship({ id }: Placed, shipment: NewShipment): Promise<void> {
      await ship(database, id, shipment, staff, undefined);
    },

    async askReturn({ id, buyer }: Placed, lines: NewReturn['lines']): Promise<string> {
      const who = { reach: buyer, actor: buyer.email, isByStaff: false };
      return (await askReturn(database, id, { lines }, who, undefined)).insertedId;
    },

    answerReturn: (id: string, state: 'accepted' | 'declined' | 'closed', answer?: string) =>
      answerReturn(database, id, { state, answer }, staff),

    receive: (id: string, lines: Received['lines']) =>
      receiveReturn(database, catalogue, id, { lines }, staff, undefined),

    /** Refunds pieces of a purchase, or all that is left of it. */
    async refund({ id, buyer }: Placed, reason: string, lines?: Line[]): Promise<void> {
      const caller = { ...buyer, email: staff };
      await refundPurchase(context, await findPurchase(db, id, 'all'), caller, { reason, lines });
    },
  };
}

export type Deeds = ReturnType<typeof createDeeds>;
