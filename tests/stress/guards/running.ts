import type { Guard } from './guard.ts';

/** Guards of a shop that runs: its way to the database, its end. */
export const runningGuards: Guard[] = [
  {
    name: 'a connection on which an answer was lost is not used again',
    file: 'server/database/connection.ts',
    code: 'this.end().catch(() => {});',
    without: '',
    tests: ['server/database/client.test.ts'],
  },
  {
    name: 'who listens for announcements asks whether the database is there',
    file: 'server/database/listen.ts',
    code: 'askAgain(connection);\n    } catch',
    without: '} catch',
    tests: ['server/database/client.test.ts'],
  },
  {
    name: 'the end of a shop does not wait for what hangs',
    file: 'server/main.ts',
    code: '}, mostMs);',
    without: '}, 2 ** 30);',
    tests: ['server/start.test.ts'],
  },
  {
    name: 'a pooler that shares connections out is not taken for a database',
    file: 'server/database/session.ts',
    code: 'seen.one.size === 1 && seen.other.size === 1 && seen.one.isDisjointFrom(seen.other)',
    without: 'true',
    tests: ['server/database/session.test.ts'],
  },
  {
    name: 'the log says when the database is reached again',
    file: 'server/database/client.ts',
    code: 'if (wasAway && !error) this.onBack();',
    without: '',
    tests: ['tests/http/http.test.ts'],
  },
  {
    name: 'a start beside a running shop says where that is',
    file: 'server/ground.ts',
    code: 'if (running === undefined) throw error;',
    without: 'throw error;',
    tests: ['server/start.test.ts'],
  },
  {
    name: 'a shop whose database is full is not ready',
    file: 'server/status/routes.ts',
    code: '!(await hasRoom())',
    without: 'false',
    tests: ['tests/http/http.test.ts'],
  },
];
