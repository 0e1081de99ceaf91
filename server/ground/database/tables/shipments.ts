import type { Generated } from 'kysely';
import type { ReturnState, ReturnWish } from '#contract/returns/states.ts';

/** Shipments and returns. */
export interface ShipmentTables {
  shipments: {
    id: string;
    purchase_id: string;
    carrier: string | null;
    tracking: string | null;
    actor: string;
    created_at: Generated<Date>;
    /** When it was cancelled before it left: its pieces were not shipped. */
    cancelled_at: Date | null;
  };
  shipment_lines: { shipment_id: string; order_id: string; quantity: number };
  returns: {
    id: string;
    purchase_id: string;
    state: ReturnState;
    /** Its number within its purchase; null for older returns. */
    nth: number | null;
    /** What the buyer wants for its pieces. */
    wish: ReturnWish | null;
    actor: string;
    answer: string | null;
    created_at: Generated<Date>;
    answered_at: Date | null;
    /** When pieces of it last came back. */
    received_at: Date | null;
    closed_at: Date | null;
    /** When its buyer withdrew it, which closes it. */
    withdrawn_at: Date | null;
  };
  return_pictures: { return_id: string; nth: number; webp: Buffer; created_at: Generated<Date> };
  /** `received` pieces came back, `restocked` of these are for sale again. */
  return_lines: {
    return_id: string;
    order_id: string;
    quantity: number;
    received: Generated<number>;
    restocked: Generated<number>;
    reason: string;
  };
}
