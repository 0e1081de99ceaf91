import type { Guard } from './guard.ts';

const REPLICA = 'server/database/replica/replica.ts';
const READING = 'server/database/replica/reading.ts';
const REPORTS = 'server/http/reports.ts';
const OF_REPLICA = ['server/database/replica/replica.test.ts'];
const OF_REPORTS = ['tests/http/reports.test.ts'];

/** The guards around reports that are read from a replica. */
export const replicaGuards: Guard[] = [
  {
    name: 'what a report reads after a statement on the primary is not read from a replica that may lack it',
    file: READING,
    code: 'wasOnPrimary ? undefined : await',
    without: 'await',
    tests: OF_REPLICA,
  },
  {
    name: 'a statement of a report is answered by no replica that lacks what the one before it had',
    file: READING,
    code: 'if (isBehind(position, found.position)) position = found.position;',
    without: '',
    tests: OF_REPLICA,
  },
  {
    name: 'a report begins no transaction on a connection that is not its own',
    file: READING,
    code: "throw new Error('a report has no transaction: it reads each statement from the replica or the primary');",
    without: '',
    tests: OF_REPLICA,
  },
  {
    name: 'a replica that stands still does not pass for a fresh one',
    file: REPLICA,
    code: '!isBehind(position, sample.position)',
    without: 'sample',
    tests: OF_REPLICA,
  },
  {
    name: 'a replica that is too late is not used',
    file: REPLICA,
    code: "this.lagMs > this.#parts.mostLagMs ? 'late' : undefined",
    without: 'undefined',
    tests: OF_REPLICA,
  },
  {
    name: 'the replica of another database is not used',
    file: REPLICA,
    code: "if (last?.history !== history) return 'another_database';",
    without: '',
    tests: OF_REPLICA,
  },
  {
    name: 'reports show what staff have written themselves',
    file: REPLICA,
    code: 'written && isBehind(proven.position, written) ? written : proven.position',
    without: 'proven.position',
    tests: OF_REPLICA,
  },
  {
    name: 'the writes of staff are noted for their reports',
    file: REPORTS,
    code: 'if (userId) await note(pool, userId, log);',
    without: '',
    tests: OF_REPORTS,
  },
  {
    name: 'each statement of a report is checked on the connection that runs it',
    file: READING,
    code: 'if (!fit.rows[0]!.is_fit) return undefined;',
    without: '',
    tests: OF_REPLICA,
  },
  {
    name: 'what fails on the replica is done on the primary',
    file: READING,
    code: 'if ((error as { code?: string }).code === TOO_SLOW) throw error;',
    without: 'throw error;',
    tests: OF_REPLICA,
  },
  {
    name: 'nobody’s own orders are read from a replica',
    file: REPORTS,
    code: "reach === 'all' && email === undefined",
    without: "reach === 'all'",
    tests: OF_REPORTS,
  },
];
