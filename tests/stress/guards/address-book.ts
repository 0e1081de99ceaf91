import type { Guard } from './guard.ts';

const TESTS = ['server/address-book/address-book.test.ts'];

/** The guards around address books. */
export const addressBookGuards: Guard[] = [
  {
    name: 'an address of somebody else is not changed',
    file: 'server/address-book/queries.ts',
    code: ".where('user_id', '=', owner.userId)",
    without: '',
    tests: TESTS,
  },
];
