import pg from 'pg';

/** A migration failed. The message says which and why, in PostgreSQL's words, for the operator. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed';

  constructor(migration: string, cause: unknown) {
    super(`The migration ${migration} failed: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const { message, code, detail, hint } = error;
  return [`${message} (${code})`, detail, hint].filter(Boolean).join('. ');
}
