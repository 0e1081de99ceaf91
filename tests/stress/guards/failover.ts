import type { Guard } from './guard.ts';

const UNREPLICATED = ['server/database/unreplicated.test.ts'];

/** Guards of answers while the database moves from one machine to another, and on a way that loses them. */
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
  {
    name: 'where one connection has lost an answer, the idle ones of before are cut off',
    file: 'server/database/client.ts',
    code: '    for (const client of this.#idle) client.cutOff();\n',
    without: '',
    tests: ['server/database/client.test.ts'],
  },
];
