import type { Guard } from './guard.ts';

const CONSTRAINTS = ['server/database/constraints.test.ts'];
const PURCHASES = 'server/database/migrations/0026-purchases.sql';
const SHOP_TABLES = 'server/database/migrations/0002-shop.sql';

/** Guards in the database itself. */
export const constraintGuards: Guard[] = [
  {
    name: 'stock is never below zero',
    file: SHOP_TABLES,
    code: ' check (available >= 0)',
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'an order has at most one open payment',
    file: SHOP_TABLES,
    code: "create unique index payments_one_open on payments (order_id) where state = 'open';",
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'an order is paid at most once',
    file: 'server/database/migrations/0003-settlement.sql',
    code: "create unique index payments_one_succeeded on payments (order_id) where state in ('succeeded');",
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'a payment pays at most one order',
    file: PURCHASES,
    code: 'create unique index purchases_transaction_id',
    without: 'create index purchases_transaction_id',
    tests: CONSTRAINTS,
  },
  {
    name: 'a paid order cannot be deleted',
    file: PURCHASES,
    code: "('paid', 'refunded'))",
    without: "('paid', 'refunded'), ('paid', 'deleted'))",
    tests: ['server/purchases/rules.test.ts'],
  },
  {
    name: 'a purchase has the timestamps of its state',
    file: PURCHASES,
    code: "when 'held' then held_until is not null and coalesce(paid_at, refunded_at, deleted_at) is null",
    without: "when 'held' then true",
    tests: ['server/purchases/rules.test.ts'],
  },
  {
    name: 'the lines of a purchase have unique numbers',
    file: PURCHASES,
    code: 'create unique index orders_purchase_id',
    without: 'create index orders_purchase_id',
    tests: CONSTRAINTS,
  },
  {
    name: 'a migration that waits for orders does not block new ones',
    file: 'server/database/migrations/0018-buyers.sql',
    code: 'lock table users in access exclusive mode;\n',
    without: '',
    tests: ['server/database/migrate.test.ts'],
  },
  {
    name: 'a migration gives up a lock and retries',
    file: 'server/database/migrate.ts',
    code: ' || !hasMetOthers(error)',
    without: ' || true',
    tests: ['server/database/migrate.test.ts'],
  },
  {
    name: 'the log is append-only',
    file: SHOP_TABLES,
    code: "  raise exception 'events are append-only';",
    without: '  return null;',
    tests: CONSTRAINTS,
  },
];
