import { type RawBuilder, sql } from 'kysely';
import { newId } from '../database/uuid.ts';

/**
 * The statement that writes a mail about each row of `source`, alone or as a part of a larger statement. The columns of
 * `source` are recipient, facts, and subject: what the mail is about. A second mail of a kind about the same subject is
 * not written. For a source of several rows, `id` is one of its columns.
 */
export function insertMail(
  kind: { name: string },
  source: RawBuilder<unknown>,
  id: RawBuilder<unknown> = sql`${newId()}`,
): RawBuilder<unknown> {
  return sql`${insertFirstMail(kind, source, id)} on conflict (dedupe) do nothing`;
}

/** The statement that writes a mail of a kind to each of some people. */
export function insertMails(
  kind: { name: string },
  mails: readonly { recipient: string; subject: string; facts: object }[],
): RawBuilder<unknown> {
  const rows = JSON.stringify(mails.map((mail) => ({ ...mail, id: newId() })));
  return insertMail(
    kind,
    sql`select * from json_to_recordset(${rows}::json) as mail (id uuid, recipient text, subject text, facts jsonb)`,
    sql`id`,
  );
}

/** The same for subjects that are new, of which nobody can have been told: not looking for an earlier mail takes less. */
export function insertFirstMail(
  { name }: { name: string },
  source: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into mails (id, recipient, kind, facts, dedupe)
    select ${id}::uuid, recipient, ${name}, facts, ${`${name}:`} || subject
    from (${source}) as source`;
}
