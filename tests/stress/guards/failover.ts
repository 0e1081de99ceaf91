import type { Guard } from './guard.ts';

const UNREPLICATED = ['server/database/unreplicated.test.ts'];

/** Guards of answers while the database moves from one machine to another. */
export const failoverGuards: Guard[] = [
  {
    name: 'a commit that no standby may have is not acknowledged',
    file: 'server/database/connection.ts',
    code: '|| error || this.#lossOfCommit();',
    without: '|| error;',
    tests: UNREPLICATED,
  },
  {
    name: 'a database that only reads is answered as one that is away',
    file: 'server/http/errors.ts',
    code: '|25006|',
    without: '|',
    tests: UNREPLICATED,
  },
];
