import type { ColumnType, Generated } from 'kysely';
import type { Address } from '#contract/address-book/schema.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { MemberRole } from '#contract/companies/rights.ts';

/** People, their sessions, buyers, and their address books. */
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
    /** Of a company, as the next three. */
    name: string | null;
    address: ColumnType<ShipTo | null, string | undefined, string | null>;
    tax_id: Generated<string | null>;
    /** Null: the shop's. */
    time_zone: Generated<string | null>;
    currency: Generated<string>;
    group_id: Generated<string | null>;
    lists_version: Generated<number>;
    /** Increases with each change of its own part numbers. */
    part_numbers_revision: Generated<number>;
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
    /** Of a company that waits for the shop's approval. */
    waiting_since: Generated<Date | null>;
    /** Of a company that the shop has closed. */
    closed_at: Generated<Date | null>;
    closed_by: Generated<string | null>;
    closed_why: Generated<string | null>;
    created_at: Generated<Date>;
  };
  /** Who acts for a company, and what they may. */
  members: {
    buyer_id: string;
    user_id: string;
    roles: MemberRole[];
    joined_at: Generated<Date>;
    per_purchase_cents: number | null;
    per_month_cents: number | null;
    skips_rules: Generated<boolean>;
  };
  /** What orders of a company may come to in a period. */
  budgets: {
    id: string;
    buyer_id: string;
    name: string;
    cost_centre: string | null;
    period: 'month' | 'quarter' | 'year';
    limit_cents: number;
    created_at: Generated<Date>;
    removed_at: Generated<Date | null>;
  };
  /** A company's own number of a part; `number_key` as in `products/part-number.ts`. */
  part_numbers: {
    buyer_id: string;
    product_id: string;
    number: string;
    number_key: string;
    changed_at: Generated<Date>;
  };
  invitations: {
    id: string;
    buyer_id: string;
    email: string;
    roles: MemberRole[];
    token_hash: Buffer;
    invited_by: string;
    created_at: Generated<Date>;
    expires_at: Date;
    accepted_at: Date | null;
    accepted_by: string | null;
    withdrawn_at: Date | null;
  };
  sessions: {
    id: string;
    user_id: string;
    /** For which company it acted last; null: for the person. */
    buyer_id: Generated<string | null>;
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
  /** Without a buyer it acts for the person alone. */
  access_tokens: { hash: Buffer; session_id: string; expires_at: Date; buyer_id: Generated<string | null> };
  addresses: {
    id: string;
    /** Who added it. */
    user_id: string;
    buyer_id: string;
    ship_to: ColumnType<ShipTo, string, string>;
    is_default: Generated<boolean>;
    use: Generated<Address['use']>;
    bytes: Generated<number>;
    created_at: Generated<Date>;
  };
}
