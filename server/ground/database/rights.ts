import type pg from 'pg';

/** The database user lacks a right. The message says which, and the statement that gives it. */
export class MissingRight extends Error {
  override name = 'MissingRight';
}

/** SQLSTATEs: not permitted; no schema to create in, which is one that the user may not even look into. */
const LACKS_RIGHT = ['42501', '3F000'];

/**
 * Runs `work`, which makes tables or schemas, and says in one line which right its database user lacks, if it does.
 * @throws MissingRight
 */
export async function explainRights<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = (error instanceof Error && error.cause ? error.cause : error) as { code?: string };
    if (code === undefined || !LACKS_RIGHT.includes(code)) throw error;
    const missing = await findMissingRight(pool, { schemas: true });
    const message = missing
      ? `${missing.said} ${missing.todo}`
      : `The database user lacks a right: ${(error as Error).message}`;
    throw new MissingRight(message, { cause: error });
  }
}

/**
 * Finds which right the database user lacks to make the shop's tables, and the statement that gives it; undefined when none is
 * known to be missing.
 * @param schemas whether it has to make schemas, too, as the sandbox does
 */
export async function findMissingRight(
  pool: pg.Pool,
  { schemas }: { schemas: boolean },
): Promise<{ said: string; todo: string } | undefined> {
  const { rows } = await pool.query<
    Record<'user' | 'database' | 'schema', string> & Record<'inSchema' | 'inDatabase', boolean>
  >(
    `with here as (select coalesce(current_schema(), 'public') as schema)
     select quote_ident(current_user) as user, quote_ident(current_database()) as database,
       quote_ident(schema) as schema, has_schema_privilege(schema, 'CREATE') as "inSchema",
       has_database_privilege(current_database(), 'CREATE') as "inDatabase" from here`,
  );
  const { user, database, schema, inSchema, inDatabase } = rows[0]!;
  const may = `The database user ${user} may not make`;
  const gives = 'This gives it the right:';
  if (!inSchema) {
    const todo = `${gives} GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${user};`;
    return { said: `${may} tables in the schema ${schema} of the database ${database}.`, todo };
  }
  if (schemas && !inDatabase) {
    const todo = `${gives} GRANT CREATE ON DATABASE ${database} TO ${user};`;
    return { said: `${may} schemas in the database ${database}, which the sandbox needs.`, todo };
  }
  return undefined;
}
