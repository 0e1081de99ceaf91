import type { Generated } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { DeskTables } from './tables/desk.ts';
import type { ImportTables } from './tables/imports.ts';
import type { InvoiceTables } from './tables/invoices.ts';
import type { ListTables } from './tables/lists.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { ProductTables } from './tables/products.ts';
import type { PurchaseTables } from './tables/purchases.ts';
import type { SettingTables } from './tables/settings.ts';
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
    DeskTables,
    SettingTables {
  settings: { name: string; value: string };
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
