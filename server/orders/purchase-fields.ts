import { type Selectable, sql } from 'kysely';
import { toDollars } from '#contract/kernel/money.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import type { Schema } from '../ground/database/schema.ts';
import { toAddress } from '../purchases/delivery.ts';
import { isSentBack, isWaiting } from '../purchases/queries.ts';
import { NAMES } from './owned.ts';

/** Columns of `purchases` of which `purchaseFields` makes the fields that purchases and their lines share. */
export const PURCHASE_COLUMNS = [
  'purchases.number',
  'purchases.state',
  'purchases.buyer_name',
  'purchases.buyer_email',
  'purchases.placed_by',
  'purchases.shipping_address',
  'purchases.phone',
  'purchases.ship_to',
  'purchases.po_number',
  'purchases.held_until',
  'purchases.held_until_proven',
  'purchases.accepted_at',
  'purchases.refunded_cents',
  'purchases.paid_at',
  'purchases.refunded_at',
  'purchases.transaction_id',
] as const;

/** The company that a purchase is of; null for a person's. Only where somebody acts for another buyer, or has gone, is it looked up. */
export const companyOf = sql<string | null>`case when purchases.user_id is distinct from purchases.buyer_id
  then (select id from buyers where id = purchases.buyer_id and kind = 'company') end`.as('company_id');

/** Whether a purchase waits for an approval, or was sent back; null for one that needs none now. */
export const approvalOf = sql<'waiting' | 'sent_back' | null>`case
  when ${isWaiting} then
    case when ${isSentBack} then 'sent_back' else 'waiting' end
  end`.as('approval');

type Column = (typeof PURCHASE_COLUMNS)[number] extends `purchases.${infer Name}` ? Name : never;

type PurchaseRow = Pick<Selectable<Schema['purchases']>, Column> & {
  disputed_cents: number | null;
  taken_back_cents: number | null;
  company_id: string | null;
  approval: 'waiting' | 'sent_back' | null;
};

/** Returns what a purchase and each of its lines are answered with; times are ISO 8601, money is dollars. */
export function purchaseFields(row: PurchaseRow) {
  return {
    number: formatOrderNumber(row.number),
    state: NAMES[row.state as keyof typeof NAMES],
    approval: row.approval ?? undefined,
    name: row.buyer_name,
    email: row.buyer_email,
    buyerId: row.company_id ?? undefined,
    placedBy: row.placed_by ?? undefined,
    ...toAddress({ address: row.shipping_address, phone: row.phone, shipTo: row.ship_to ?? undefined }),
    poNumber: row.po_number ?? undefined,
    heldUntil: row.held_until?.toISOString() ?? null,
    heldUntilIfProven: row.held_until_proven?.toISOString(),
    paidAt: row.paid_at?.toISOString(),
    refundedAt: row.refunded_at?.toISOString(),
    transactionId: row.transaction_id ?? undefined,
    refunded: toDollars(row.refunded_cents),
    disputed: toDollars(row.disputed_cents ?? 0),
    takenBack: toDollars(row.taken_back_cents ?? 0),
  };
}
