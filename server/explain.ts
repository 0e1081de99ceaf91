import { EmbeddedPostgresError } from './database/embedded/errors.ts';
import { MissingRight } from './database/rights.ts';
import { EnvError } from './env/variables.ts';

/** Node's and PostgreSQL's codes of a database that cannot be opened as DATABASE_URL says. */
const CANNOT_OPEN = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '28P01', '28000', '3D000'];

/** Why the shop, or a command beside it, cannot do its work: what its operator can mend in a line, all else with its stack. */
export function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof EmbeddedPostgresError || error instanceof MissingRight)
    return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (CANNOT_OPEN.includes(code ?? '')) return `DATABASE_URL cannot be reached (${message || code})`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
