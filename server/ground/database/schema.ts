import type { ColumnType, Generated } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { ImportTables } from './tables/imports.ts';
import type { InvoiceTables } from './tables/invoices.ts';
import type { ListTables } from './tables/lists.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { PriceListTables } from './tables/price-lists.ts';
import type { ProductTables } from './tables/products.ts';
import type { PurchaseTables } from './tables/purchases.ts';
import type { ShipmentTables } from './tables/shipments.ts';

/** The tables as baseline.sql and `migrations/` make them: most in `tables/`, a file a subject. */
export interface Schema
  extends AccountTables,
    ProductTables,
    ImportTables,
    PurchaseTables,
    ShipmentTables,
    PaymentTables,
    InvoiceTables,
    ListTables,
    PriceListTables {
  settings: { name: string; value: string };
  /** What the owner of the shop sets. A null value: as content/ and the environment say. */
  shop_settings: {
    section: string;
    revision: number;
    value: unknown;
    saved_at: Generated<Date>;
    saved_by: string;
  };
  /** The figures of days that are over (decision 31). */
  shop_days: {
    zone: string;
    day: string;
    placed: number;
    paid: number;
    revenue_cents: number;
    currency: ColumnType<string, never, never>;
    pieces: number;
    new_buyers: number;
    expired: number;
    sold_out: number;
  };
  shop_day_parts: {
    zone: string;
    day: string;
    product_id: string;
    pieces: number;
    cents: number;
    currency: ColumnType<string, never, never>;
  };
  mails: {
    id: string;
    recipient: string;
    kind: string;
    facts: unknown;
    dedupe: string;
    created_at: Generated<Date>;
    sent_at: Date | null;
    attempts: Generated<number>;
    next_at: Generated<Date | null>;
    problem: string | null;
  };
  reviews: {
    id: string;
    user_id: string | null;
    name: string;
    email: string;
    rating: number;
    description: string;
    created_at: Generated<Date>;
    hidden_at: Generated<Date | null>;
    hidden_by: Generated<string | null>;
    hidden_why: Generated<string | null>;
  };
  events: {
    id: string;
    at: Generated<Date>;
    kind: string;
    actor: string;
    /** The line it tells of, or the purchase as a whole. */
    order_id: string | null;
    purchase_id: string | null;
    product_id: string | null;
    person: string | null;
    stock_change: number | null;
    /** What a person wrote. In entries without facts, from versions before, all that is told in words. */
    why: string | null;
    facts: unknown;
  };
  idempotency_keys: {
    user_id: string;
    call: string;
    key: string;
    request_hash: Buffer;
    answer: unknown;
    created_at: Generated<Date>;
  };
}
