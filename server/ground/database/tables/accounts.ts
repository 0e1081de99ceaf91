import type { ColumnType, Generated } from 'kysely';
import type { ShipTo } from '#contract/address-book/ship-to.ts';

/** People, their sessions, buyers, and the addresses that they ship to. */
export interface AccountTables {
  users: {
    id: string;
    name: string;
    email: string;
    email_verified: Generated<boolean>;
    image: string | null;
    role: Generated<'customer' | 'staff' | 'admin'>;
    /** The last sign of activity, to the minute. */
    seen_at: Generated<Date | null>;
    lists: Generated<number>;
    list_bytes: Generated<number>;
    second_factor_at: Generated<Date | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Who buys: each person, with the person's own id, and companies. A trigger adds people. */
  buyers: {
    id: string;
    kind: 'person' | 'company';
    /** Of a company. */
    name: string | null;
    currency: Generated<string>;
    unpaid_orders: Generated<number>;
    held_cents: Generated<number>;
    /** Totals of purchases that are or were paid, and of those that are neither paid nor deleted. */
    paid_cents: Generated<number>;
    unpaid_cents: Generated<number>;
    addresses: Generated<number>;
    address_bytes: Generated<number>;
    blocked_at: Generated<Date | null>;
    blocked_by: Generated<string | null>;
    blocked_why: Generated<string | null>;
    created_at: Generated<Date>;
  };
  sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    factor_at: Generated<Date | null>;
    factor_attempts: Generated<number>;
    factor_attempts_since: Generated<Date>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  accounts: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    password: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  verifications: { id: string; identifier: string; value: string; expires_at: Date };
  access_tokens: { hash: Buffer; session_id: string; expires_at: Date };
  addresses: {
    id: string;
    /** Who added it. */
    user_id: string;
    buyer_id: string;
    ship_to: ColumnType<ShipTo, string, string>;
    is_default: Generated<boolean>;
    bytes: Generated<number>;
    created_at: Generated<Date>;
  };
}
