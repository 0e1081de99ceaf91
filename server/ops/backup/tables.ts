import pg from 'pg';
import type { Column } from './entries.ts';
import { inLines } from './lines.ts';

/** What is read and written at once: bytes, and rows at the beginning of a table. */
const BATCH_BYTES = 4 * 1024 * 1024;
const FIRST_ROWS = 20;
const MOST_ROWS = 2_000;

/** A table of the shop as a backup has it. */
export interface Table {
  name: string;
  /** Those that are not computed from others. */
  columns: readonly Column[];
  /** Constraints that older rows need not meet. */
  unchecked: string[];
}

/** What both sides need, so that values are written and read alike. For the transaction. */
const ALIKE = `set local datestyle = 'ISO'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local enable_seqscan = on;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Begins the transaction in which all is read or written. */
export async function begin(
  client: pg.ClientBase,
  isolation: 'repeatable read, read only' | 'read committed',
) {
  await client.query(`begin isolation level ${isolation}`);
  await client.query(ALIKE);
}

/** The shop's tables, save that of the migrations, which make the others. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname as name, (
        select json_agg(json_build_array(attname, format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns, coalesce((
        select json_agg(conname order by conname)
        from pg_constraint where conrelid = pg_class.oid and contype = 'c' and not convalidated
      ), '[]') as unchecked
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations'
    order by relname`);
  return rows;
}

/** Reads a table, the rows of a line at a time, each as PostgreSQL writes an array of its columns. */
export async function* readRows(client: pg.ClientBase, { name, columns }: Table): AsyncGenerator<string[]> {
  const values = columns.map(([column]) => `${quoted(column)}::text`).join(', ');
  await client.query(
    `declare backup no scroll cursor for select array[${values}]::text as row from ${quoted(name)}`,
  );
  for (let count = FIRST_ROWS; ; ) {
    const { rows } = await client.query<{ row: string }>(`fetch ${count} from backup`);
    yield* inLines(rows.map(({ row }) => row));
    if (rows.length < count) break;
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0);
    count = Math.max(1, Math.min(MOST_ROWS, Math.floor((count * BATCH_BYTES) / bytes)));
  }
  await client.query('close backup');
}

/** Writes rows as `readRows` has read them. */
export async function writeRows(
  client: pg.ClientBase,
  { name, columns }: Omit<Table, 'unchecked'>,
  rows: string[],
) {
  const names = columns.map(([column]) => quoted(column)).join(', ');
  const values = columns.map(([, type], nth) => `(given.value)[${nth + 1}]::${type}`).join(', ');
  await client.query({
    text: `insert into ${quoted(name)} (${names}) overriding system value
      select ${values} from (select unnest($1::text[])::text[] as value) as given`,
    values: [rows],
  });
}

/** Last numbers that the sequences have given. Later than the snapshot at most, so that none is given twice. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Throws PostgreSQL's error where there is no sequence of a name. */
export async function requireSequences(
  client: pg.ClientBase,
  sequences: Record<string, number>,
): Promise<void> {
  const names = Object.keys(sequences).map(quoted);
  await client.query('select name::regclass from unnest($1::text[]) as name', [names]);
}

/** No transaction takes it back. */
export async function writeSequences(
  client: pg.ClientBase,
  sequences: Record<string, number>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [quoted(name), last]);
}

/**
 * Lets tables be filled in any order: without their foreign keys, and without triggers that would count the rows anew. Returns what
 * checks all of it again and puts both back.
 */
export async function openUp(client: pg.ClientBase, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; says: string }>(`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as says
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = current_schema()::regnamespace order by relname, conname`);
  const each = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await each(keys.map(({ table, name }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`));
  await each(tables.map(({ name }) => `alter table ${quoted(name)} disable trigger user`));
  return async () => {
    await each(tables.map(({ name }) => `alter table ${quoted(name)} enable trigger user`));
    await each(
      keys.map(
        ({ table, name, says }) => `alter table ${quoted(table)} add constraint ${quoted(name)} ${says}`,
      ),
    );
  };
}

/**
 * Drops constraints that older rows need not meet. Returns what puts them back: checked for all rows where these meet them, otherwise
 * for new rows only. It returns the names of the latter.
 */
export async function uncheck(
  client: pg.ClientBase,
  table: string,
  names: readonly string[],
): Promise<() => Promise<string[]>> {
  const { rows } = await client.query<{ name: string; says: string }>(
    `select conname as name, regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '') as says
     from pg_constraint where conrelid = $1::regclass and contype = 'c' and conname = any($2)`,
    [quoted(table), names],
  );
  const alter = `alter table ${quoted(table)}`;
  for (const { name } of rows) await client.query(`${alter} drop constraint ${quoted(name)}`);
  return async () => {
    const unmet: string[] = [];
    for (const { name, says } of rows) {
      await client.query(`${alter} add constraint ${quoted(name)} ${says} not valid`);
      await client.query('savepoint validating');
      try {
        await client.query(`${alter} validate constraint ${quoted(name)}`);
      } catch (error) {
        if ((error as { code?: string }).code !== CHECK_VIOLATION) throw error;
        await client.query('rollback to validating');
        unmet.push(name);
      }
    }
    return unmet;
  };
}

/** SQLSTATE: a row does not meet a CHECK. */
const CHECK_VIOLATION = '23514';

/** As SQL writes a name. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);
