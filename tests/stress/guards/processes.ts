import type { Guard } from './guard.ts';

const LEASES = 'server/limits/leases.ts';
const SUPERVISOR = 'server/processes/supervisor.ts';
const BORROWING = ['server/limits/leases.test.ts'];
const SUPERVISING = ['server/processes/supervisor.test.ts'];

/** Guards of what several processes of one start share, of their ends, and of starts after one that was killed. */
export const processGuards: Guard[] = [
  {
    name: 'attempts accrue only as far as they and what processes hold are one burst',
    file: LEASES,
    code: 'return this.#pace.burst - held.reduce((sum, one) => sum + one, 0);',
    without: 'return this.#pace.burst + 0 * held.length;',
    tests: BORROWING,
  },
  {
    name: 'what a process is lent counts as held',
    file: LEASES,
    code: 'account.held[process] = held + lent;',
    without: '',
    tests: BORROWING,
  },
  {
    name: 'attempts that are lent are not left',
    file: LEASES,
    code: 'account.left -= lent;',
    without: '',
    tests: BORROWING,
  },
  {
    name: 'a process that takes the place of another has its attempts instead of those that accrue',
    file: LEASES,
    code: 'account.left -= this.#unasked;',
    without: '',
    tests: BORROWING,
  },
  {
    name: 'a process that does not report any more is killed',
    file: SUPERVISOR,
    code: "place.worker.process.kill('SIGKILL');",
    without: '',
    tests: SUPERVISING,
  },
  {
    name: 'a process that ends again soon is started after a pause',
    file: 'server/processes/pauses.ts',
    code: 'return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, 2 * before));',
    without: 'return 0;',
    tests: ['server/processes/pauses.test.ts', ...SUPERVISING],
  },
  {
    name: 'a first start that fails is not tried again',
    file: SUPERVISOR,
    code: 'if (!this.#hasStarted) {',
    without: 'if (!this.#hasStarted && number < 0) {',
    tests: SUPERVISING,
  },
  {
    name: 'the work of a process that has ended has ended',
    file: 'server/processes/work.ts',
    code: 'for (const end of this.#inWork[place]!.values()) end();',
    without: '',
    tests: ['server/processes/work.test.ts'],
  },
  {
    name: 'a database that is still being made for a shop that was killed is not made twice',
    file: 'server/database/embedded/connection.ts',
    code: "await client.query('SELECT pg_advisory_lock($1)', [MAKING_LOCK]);",
    without: '',
    tests: ['server/database/embedded.test.ts'],
  },
  {
    name: 'a PostgreSQL whose folder may not be looked at is known by its name',
    file: 'server/database/embedded/processes.ts',
    code: "return (error as NodeJS.ErrnoException).code === 'EACCES';",
    without: 'return error === undefined;',
    tests: ['server/database/embedded.test.ts'],
  },
  {
    name: 'a stranger that has the name of a PostgreSQL among its words is none',
    file: 'server/database/embedded/processes.ts',
    code: 'return isPostmaster || title.startsWith(',
    without: 'return isPostmaster || title.includes(name) || title.startsWith(',
    tests: ['server/database/embedded.test.ts'],
  },
  {
    name: 'busy processes of a PostgreSQL that was killed are ended',
    file: 'server/database/embedded/processes.ts',
    code: "if (isPostgres(cluster, pid)) process.kill(pid, 'SIGQUIT');",
    without: '',
    tests: ['server/database/embedded.test.ts'],
  },
  {
    name: 'a PostgreSQL that has been shutting down for long is waited for no longer',
    file: 'server/database/embedded/postmaster.ts',
    code: 'if (now - stoppingSince > patience * 1000) return found;',
    without: '',
    tests: ['server/database/embedded.test.ts'],
  },
  {
    name: 'two starts in the same moment do not keep each other from the folder',
    file: 'server/database/embedded/folder-lock.ts',
    code: '{ timeout: TRY_MS }',
    without: '{ timeout: 0 }',
    tests: ['server/database/embedded/folder-lock.test.ts'],
  },
  {
    name: 'the lock of a folder is held although nobody refers to it',
    file: 'server/database/embedded/folder-lock.ts',
    code: 'held.add(lock);',
    without: '',
    tests: ['server/database/embedded/folder-lock.test.ts'],
  },
];
