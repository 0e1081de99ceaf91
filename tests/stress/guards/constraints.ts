import type { Guard } from './guard.ts';

/** Guards in the database itself. */
export const constraintGuards: Guard[] = [
  {
    name: 'a migration gives up a lock and retries',
    file: 'server/database/migrate.ts',
    code: ' || !hasMetOthers(error)',
    without: ' || true',
    tests: ['server/database/migrate.test.ts'],
  },
];
