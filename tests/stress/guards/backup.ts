import type { Guard } from './guard.ts';

const AFTER_RESTORE = ['server/payments/after-restore.test.ts'];
const UNKNOWN = 'server/payments/unknown.ts';
const BACKUP = ['server/backup/backup.test.ts'];
const RESTORE = 'server/backup/restore.ts';
const RESTORED = 'server/backup/restored.ts';
const JSON_TEXTS = 'server/sealed/json.ts';
const LINES = ['server/sealed/lines.test.ts'];
const CONTAINER = 'server/sealed/container.ts';

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
    name: 'a file of variables that may not be read stops the shop',
    file: 'launch/env-file.ts',
    code: "if (code === 'ENOENT' && named === undefined) return '';",
    without: "if (named === undefined) return '';",
    tests: ['launch/env-file.test.ts'],
  },
  {
    name: 'a command without the variables of the shop makes no other one',
    file: 'server/database/open.ts',
    code: 'if (!env.databaseUrl && !hasEmbeddedPostgres(env.dataDir))',
    without: 'if (false)',
    tests: ['server/migrate/main.test.ts'],
  },
  {
    name: 'a backup without the uploads that the shop names says so',
    file: 'server/backup/missing.ts',
    code: '.filter((name) => !there.has(name))',
    without: '.filter(() => false)',
    tests: ['server/backup/backup.test.ts'],
  },
  {
    name: 'who stops reading a workbook ends nothing else',
    file: 'server/handling/workbook.ts',
    code: 'piped(Readable.from(plain()), createDeflateRaw())',
    without: 'Readable.from(plain()).compose(createDeflateRaw()) as AsyncIterable<Buffer>',
    tests: ['server/handling/workbook.test.ts'],
  },
  {
    name: 'two backups to one name are not one',
    file: 'server/sealed/file.ts',
    code: 'await giveName(partial, path);',
    without: 'await rename(partial, path);',
    tests: ['server/backup/backup.test.ts'],
  },
  {
    name: 'a restored constraint is checked of all rows where it can be',
    file: 'server/backup/tables.ts',
    code: ' validate constraint ',
    without: ' drop constraint ',
    tests: ['server/backup/backup.test.ts'],
  },
  {
    name: 'a restore overwrites no other file',
    file: 'server/backup/restore.ts',
    code: 'if (there && !there.equals(await readFile(file.path)))',
    without: 'if (false)',
    tests: ['server/backup/backup.test.ts'],
  },
  {
    name: 'numbers are given once all of a backup is there',
    file: 'server/backup/restore.ts',
    code: 'await requireSequences(client, sequences);',
    without: 'await writeSequences(client, sequences);',
    tests: ['server/backup/backup.test.ts'],
  },
  {
    name: 'no database is settled that was not brought back',
    file: 'server/backup/restored.ts',
    code: 'if (rows[0] && timeOf(rows[0].id) > moment + CLOCKS_MS)',
    without: 'if (rows[0] && false)',
    tests: ['server/backup/restored.test.ts'],
  },
  {
    name: 'a moment of a recovery is a past one',
    file: RESTORED,
    code: ' && moment <= Date.now()',
    without: '',
    tests: ['server/backup/restored.test.ts'],
  },
  {
    name: 'a moment of a recovery has its zone',
    file: RESTORED,
    code: '(Z|[+-]\\d\\d:\\d\\d)$/.test(text)',
    without: '/.test(text)',
    tests: ['server/backup/restored.test.ts'],
  },
  {
    name: 'sessions and links that have ended since a backup are not good again',
    file: RESTORED,
    code: `['sessions', 'access_tokens', 'verifications', 'passkey_challenges']`,
    without: `['passkey_challenges']`,
    tests: BACKUP,
  },
  {
    name: 'a restored shop does not send mails again',
    file: RESTORED,
    code: '     where next_at is not null`,',
    without: '     where false`,',
    tests: BACKUP,
  },
  {
    name: 'a backup that was not written to its end has no name',
    file: 'server/sealed/file.ts',
    code: '.partial`;',
    without: '`;',
    tests: BACKUP,
  },
  {
    name: 'what was paid since a backup for orders that are gone is told once',
    file: UNKNOWN,
    code: 'if (rows.length > 0) return;',
    without: '',
    tests: AFTER_RESTORE,
  },
  {
    name: 'a payment for an order that is gone is told in a shop that was restored only, and when it was begun in that time',
    file: UNKNOWN,
    code: 'if (await isLost(transaction, intent.createdAt, OPEN_PAGES_SECONDS)) await',
    without: 'await',
    tests: AFTER_RESTORE,
  },
  {
    name: 'the shop does not refund what was paid before a restore',
    file: 'server/payments/settle.ts',
    code: "if (await isLeftToPerson(transaction, intent, purchaseId, CAUSES[why])) return 'left';",
    without: '',
    tests: AFTER_RESTORE,
  },
  {
    name: 'the shop does not refund what was paid before a restore and no order claims',
    file: 'server/payments/reconcile.ts',
    code: "if (await isLeftToPerson(transaction, intent, null, 'unclaimed')) return;",
    without: '',
    tests: AFTER_RESTORE,
  },
  {
    name: 'a payment of which a part was refunded before it was settled has a credit note',
    file: 'server/payments/take-in.ts',
    code: '&& intent.refundedCents > 0;',
    without: '&& false;',
    tests: AFTER_RESTORE,
  },
  {
    name: 'refunds and disputes of payments that were begun since a backup are looked for when these are known',
    file: 'server/payments/reconcile.ts',
    code: 'if (!isRestoring) await writeWatermark',
    without: 'await writeWatermark',
    tests: AFTER_RESTORE,
  },
  {
    name: 'a restored shop looks again at what it knew of refunds and disputes',
    file: 'server/payments/after-restore.ts',
    code: "set checked_at = '-infinity' where refunded_cents > 0",
    without: 'set checked_at = checked_at where refunded_cents > 0',
    tests: AFTER_RESTORE,
  },
  {
    name: 'an event about a payment for an order that is gone is taken in',
    file: 'server/payments/queries.ts',
    code: 'is null or exists (select from purchases',
    without: 'is null or true or exists (select from purchases',
    tests: AFTER_RESTORE,
  },
  {
    name: 'lines of a sealed file are such that a shop writes',
    file: JSON_TEXTS,
    code: 'return schema.parse(JSON.parse(text));',
    without: 'return JSON.parse(text);',
    tests: BACKUP,
  },
  {
    name: 'a line of a sealed file with many values is not parsed',
    file: JSON_TEXTS,
    code: 'if (values > MOST_VALUES) return false;',
    without: '',
    tests: LINES,
  },
  {
    name: 'a line of a sealed file that is too long is not kept',
    file: 'server/sealed/lines.ts',
    code: 'if (length > MOST_READ) throw notWritten();',
    without: '',
    tests: LINES,
  },
  {
    name: 'what is written into a sealed file can be read again',
    file: 'server/sealed/lines.ts',
    code: 'if (line.length > MOST_WRITTEN)',
    without: 'if (false)',
    tests: LINES,
  },
  {
    name: 'an import takes no row that a backup would not',
    file: 'server/imports/worker.ts',
    code: "if (long >= 0) throw broken('too_much', rows[long]!.row);",
    without: '',
    tests: ['server/imports/reader.test.ts'],
  },
];
