import { EmbeddedPostgresError } from './database/embedded/errors.ts';
import { MigrationFailed } from './database/migration-failed.ts';
import { MissingRight } from './database/rights.ts';
import { EnvError } from './env/variables.ts';
import { OperatorError } from './operator-error.ts';

/** Node's and PostgreSQL's codes of a database that cannot be opened as DATABASE_URL says. */
const CANNOT_OPEN = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  ...['08006', '28P01', '28000', '3D000', '57P03'],
];
/** pg's own words, without a code, of a connection that is not there in time, or breaks while it is made. */
const NO_CONNECTION = /^(timeout exceeded when trying to connect|Connection terminated\b.*)$/;

/** Why the shop, or a command beside it, cannot do its work: what its operator can mend in a line, all else with its stack. */
export function explain(error: unknown): string {
  const isPlain = [EnvError, EmbeddedPostgresError, MigrationFailed, MissingRight, OperatorError].some(
    (one) => error instanceof one,
  );
  if (isPlain) return (error as Error).message;
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return `The disk is full${path ? `: ${path} cannot be written` : ''}. Make room, and run this again.`;
  if ((code === 'EACCES' || code === 'EROFS') && path)
    return `${path} cannot be used (${code}). Run this as the user of the shop, or give that user the right to read and write it.`;
  if (code === '53100')
    return `PostgreSQL's disk is full (${message}). Make room on its machine, and run this again.`;
  if (code === '53300')
    return `PostgreSQL has no connection left (${message}). End what else is connected, lower PROCESSES, or raise max_connections or the limit of the user or the database.`;
  if (CANNOT_OPEN.includes(code ?? '') || NO_CONNECTION.test(message))
    return `DATABASE_URL cannot be reached (${message || code})`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}

/** `explain` for a command on a shop that is there: a table that is not (42P01) means that none is. */
export function explainOfShop(error: unknown): string {
  if ((error as { code?: string }).code === '42P01')
    return 'there is no shop in this database yet. Is DATABASE_URL, or DATA_DIR, the one that the shop runs with?';
  return explain(error);
}
