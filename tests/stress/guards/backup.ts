import type { Guard } from './guard.ts';

const BACKUP = ['server/backup/backup.test.ts'];
const RESTORE = 'server/backup/restore.ts';
const CONTAINER = 'server/backup/container.ts';

/** The guards around backups and what is restored from them. */
export const backupGuards: Guard[] = [
  {
    name: 'nothing is restored over a shop that somebody uses',
    file: RESTORE,
    code: 'if (rowCount !== 0)',
    without: 'if (rowCount === -1)',
    tests: BACKUP,
  },
  {
    name: 'nothing is restored from a file that was changed',
    file: CONTAINER,
    code: 'if (!hash.digest().equals(told)) throw damaged;',
    without: '',
    tests: BACKUP,
  },
  {
    name: 'a backup is of one moment',
    file: 'server/backup/backup.ts',
    code: "await begin(client, 'repeatable read, read only');",
    without: "await begin(client, 'read committed');",
    tests: BACKUP,
  },
  {
    name: 'sessions and links that have ended since a backup are not good again',
    file: RESTORE,
    code: 'OF_A_SESSION.includes(name)',
    without: "name === 'passkey_challenges'",
    tests: BACKUP,
  },
  {
    name: 'a restored shop does not send mails again',
    file: RESTORE,
    code: '     where next_at is not null`,',
    without: '     where false`,',
    tests: BACKUP,
  },
  {
    name: 'a backup that was not written to its end has no name',
    file: 'server/backup/backup.ts',
    code: '.partial`;',
    without: '`;',
    tests: BACKUP,
  },
  {
    name: 'one process tells of what was paid since a backup',
    file: 'server/payments/after-restore.ts',
    code: 'if (rows.length === 0) return;',
    without: '',
    tests: ['server/payments/after-restore.test.ts'],
  },
];
