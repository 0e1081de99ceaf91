import type { ColumnType, Generated } from 'kysely';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { NeededApproval } from '#contract/companies/rules.ts';
import type { TaxCategory } from '#contract/kernel/amounts.ts';
import type { PriceSource } from '#contract/price-lists/offer.ts';

/** Purchases, their lines and charges. */
export interface PurchaseTables {
  purchases: {
    id: string;
    number: Generated<number>;
    /** Who placed it, or for whom staff did; null once the account is gone. */
    user_id: string | null;
    /** The address of the member of staff who placed it for the buyer. */
    placed_by: ColumnType<string | null, never, never>;
    /** The addresses of those who have changed what of it is approved. */
    changed_by: ColumnType<string[], never, never>;
    buyer_id: string | null;
    buyer_name: string;
    buyer_email: string;
    shipping_address: string;
    phone: string;
    /** The parts of the address that are known. */
    ship_to: ColumnType<Omit<ShipTo, 'street' | 'phone'> | null, never, never>;
    po_number: string | null;
    note: string | null;
    cost_centre: string | null;
    delivery_wish: string | null;
    /** A billing address that the buyer's address book had; null: the invoice names the buyer. */
    bill_to: ColumnType<ShipTo | null, never, ShipTo | null>;
    state: 'asked' | 'held' | 'released' | 'accepted' | 'paid' | 'refunded' | 'deleted';
    /** Counts changes of the state and of the lines; a moved hold and a warning about it do not count. */
    revision: Generated<number>;
    total_cents: number;
    currency: ColumnType<string, never, never>;
    /** What is to be paid of it, what has come, and what of that has gone back: of the payment that paid it. */
    payable_cents: Generated<number>;
    paid_cents: Generated<number>;
    refunded_cents: Generated<number>;
    placed_at: Generated<Date>;
    /** Since when it waits, or waited, for an approval, and when it got it. */
    asked_at: Date | null;
    approved_at: Date | null;
    /** Which approvals it waits or waited for. */
    approvals: ColumnType<NeededApproval[] | null, never, never>;
    /** Since when its goods are owed, by what, and on which terms: none with a card. They never change. */
    accepted_at: Date | null;
    accepted_by: 'card' | 'account' | 'transfer' | 'quote' | null;
    terms: ColumnType<Record<string, unknown> | null, never, never>;
    held_until: Date | null;
    held_until_proven: Date | null;
    hold_warned_at: Date | null;
    paid_at: Date | null;
    transaction_id: string | null;
    refunded_at: Date | null;
    deleted_at: Date | null;
    /** Since when the buyer of an accepted purchase asks to cancel it, and why. */
    cancel_asked_at: Date | null;
    cancel_why: string | null;
    /** Pieces of an accepted purchase that are neither shipped nor cancelled, and those of them that are in stock. Counted by triggers. */
    unshipped_pieces: ColumnType<number, never, never>;
    to_ship_pieces: ColumnType<number, never, never>;
    shipped_pieces: ColumnType<number, never, never>;
    /** Counted by triggers on returns and shipments. */
    open_returns: ColumnType<number, never, never>;
    returns_count: ColumnType<number, never, never>;
    shipments_count: ColumnType<number, never, never>;
    shipment_lines_count: ColumnType<number, never, never>;
  };
  /** What members of companies have said of purchases that wait for an approval. */
  approvals: {
    purchase_id: string;
    user_id: string | null;
    revision: number;
    hash: string;
    verdict: 'approve' | 'send_back';
    note: string | null;
    at: Generated<Date>;
    /** Since when it counts no more. */
    void_at: Date | null;
  };
  /** The lines of purchases. */
  orders: {
    id: string;
    purchase_id: string;
    line_no: number;
    product_id: string;
    product_name: string;
    unit_price_micros: number;
    /** Null for a list price. */
    price_source: ColumnType<PriceSource | null, never, never>;
    quantity: number;
    total_cents: number;
    currency: ColumnType<string, never, never>;
    /** The product's stock when the line was placed, before it was taken. */
    available: number;
    customer_ref: string | null;
    designators: string | null;
    /** The expected goods that its pieces were promised from, and how many of these have not arrived. */
    receipt_id: string | null;
    awaited: Generated<number>;
    /** Pieces that were refunded before they arrived: neither stock nor expected goods are kept for them. */
    unpromised: Generated<number>;
    /** Pieces whose money has gone back or has to, and how much that is. */
    refunded_quantity: Generated<number>;
    refunded_cents: Generated<number>;
    /** Pieces that will not be shipped, that were shipped, that are to come back, and that came back. */
    cancelled_quantity: Generated<number>;
    shipped_quantity: Generated<number>;
    returning_quantity: Generated<number>;
    returned_quantity: Generated<number>;
    /** Returned pieces that an admin has decided not to refund. */
    declined_quantity: Generated<number>;
    /** Cancelled and returned pieces that are for sale again. */
    restocked_quantity: Generated<number>;
    created_at: Generated<Date>;
    deleted_at: Date | null;
  };
  /** What purchases have beside their lines, counted from 1. */
  charges: {
    purchase_id: string;
    no: number;
    kind: 'freight' | 'fee' | 'discount';
    reason: string;
    /** Negative for a discount. */
    net_cents: number;
    category: TaxCategory;
    rate_bp: number;
    currency: Generated<string>;
  };
}
