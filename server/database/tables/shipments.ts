import type { Generated } from 'kysely';
import type { ReturnState, ReturnWish } from '#contract/return-states.ts';

/** What goes out of purchases, and what comes back. */
export interface ShipmentTables {
  shipments: {
    id: string;
    purchase_id: string;
    carrier: string | null;
    tracking: string | null;
    actor: string;
    created_at: Generated<Date>;
    /** When it was cancelled, as it had not left: its pieces are not shipped by it. */
    cancelled_at: Date | null;
  };
  shipment_lines: { shipment_id: string; order_id: string; quantity: number };
  returns: {
    id: string;
    purchase_id: string;
    state: ReturnState;
    /** The how manieth return of its purchase it is; null for those of before. */
    nth: number | null;
    /** What the buyer wants for its pieces. */
    wish: ReturnWish | null;
    actor: string;
    answer: string | null;
    created_at: Generated<Date>;
    answered_at: Date | null;
    /** When pieces of it came back last. */
    received_at: Date | null;
    closed_at: Date | null;
    /** When its buyer has withdrawn it: it is closed then. */
    withdrawn_at: Date | null;
  };
  return_pictures: { return_id: string; nth: number; webp: Buffer; created_at: Generated<Date> };
  /** `received` pieces of it came back, of which `restocked` went on sale. */
  return_lines: {
    return_id: string;
    order_id: string;
    quantity: number;
    received: Generated<number>;
    restocked: Generated<number>;
    reason: string;
  };
}
