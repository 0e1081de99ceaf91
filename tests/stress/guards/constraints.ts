import type { Guard } from './guard.ts';

const CONSTRAINTS = ['server/database/constraints.test.ts'];
const PURCHASES = 'server/database/migrations/0026-purchases.sql';
const SHOP_TABLES = 'server/database/migrations/0002-shop.sql';

/** The guards that the database itself has, whatever asks it. */
export const constraintGuards: Guard[] = [
  {
    name: 'stock is never below zero, whatever asks',
    file: SHOP_TABLES,
    code: ' check (available >= 0)',
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'an order has one open payment at most',
    file: SHOP_TABLES,
    code: "create unique index payments_one_open on payments (order_id) where state = 'open';",
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'an order is paid once at most',
    file: 'server/database/migrations/0003-settlement.sql',
    code: "create unique index payments_one_succeeded on payments (order_id) where state in ('succeeded');",
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'a payment pays one order at most',
    file: PURCHASES,
    code: 'create unique index purchases_transaction_id',
    without: 'create index purchases_transaction_id',
    tests: CONSTRAINTS,
  },
  {
    name: 'a paid order is not deleted, whatever asks',
    file: PURCHASES,
    code: "('paid', 'refunded'))",
    without: "('paid', 'refunded'), ('paid', 'deleted'))",
    tests: ['server/purchases/rules.test.ts'],
  },
  {
    name: 'a purchase has the moments of its state, whatever asks',
    file: PURCHASES,
    code: "when 'held' then held_until is not null and coalesce(paid_at, refunded_at, deleted_at) is null",
    without: "when 'held' then true",
    tests: ['server/purchases/rules.test.ts'],
  },
  {
    name: 'the lines of a purchase have a number each',
    file: PURCHASES,
    code: 'create unique index orders_purchase_id',
    without: 'create index orders_purchase_id',
    tests: CONSTRAINTS,
  },
  {
    name: 'a migration waits for who places orders without an order in their way',
    file: 'server/database/migrations/0018-buyers.sql',
    code: 'lock table users in access exclusive mode;\n',
    without: '',
    tests: ['server/database/migrate.test.ts'],
  },
  {
    name: 'a migration gives way and comes again',
    file: 'server/database/migrate.ts',
    code: ' || !hasMetOthers(error)',
    without: ' || true',
    tests: ['server/database/migrate.test.ts'],
  },
  {
    name: 'the log is only added to',
    file: SHOP_TABLES,
    code: "  raise exception 'events are append-only';",
    without: '  return null;',
    tests: CONSTRAINTS,
  },
];
