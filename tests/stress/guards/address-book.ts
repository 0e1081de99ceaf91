import type { Guard } from './guard.ts';

const TESTS = ['server/address-book/address-book.test.ts'];
const TABLE = 'server/database/migrations/0043-address-book.sql';

/** The guards around address books. */
export const addressBookGuards: Guard[] = [
  {
    name: 'somebody has so many addresses at most',
    file: TABLE,
    code: 'check (addresses between 0 and 100)',
    without: 'check (addresses >= 0)',
    tests: TESTS,
  },
  {
    name: 'the addresses of somebody hold so many bytes at most',
    file: TABLE,
    code: 'check (address_bytes between 0 and 131072)',
    without: 'check (address_bytes >= 0)',
    tests: TESTS,
  },
  {
    name: 'an address of somebody else is not changed',
    file: 'server/address-book/queries.ts',
    code: ".where('user_id', '=', owner.userId)",
    without: '',
    tests: TESTS,
  },
];
