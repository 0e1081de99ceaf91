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

/**
 * The statement that writes mails of which the newest facts count: one about the same subject that was not taken to be sent yet gets them.
 * Returns the subjects that are told so; a mail of another was sent before. `nextAt`, SQL over `source`, is when they are sent.
 */
export function insertNewestMail(
  { name }: { name: string },
  source: RawBuilder<unknown>,
  nextAt?: RawBuilder<unknown>,
): RawBuilder<{ subject: string }> {
  const [column, value] = nextAt ? [sql`, next_at`, sql`, ${nextAt}`] : [sql``, sql``];
  return sql`
    insert into mails (id, recipient, kind, facts, dedupe${column})
    select id, recipient, ${name}, facts, ${`${name}:`} || subject${value}
    from (${source}) as source
    on conflict (dedupe) do update set facts = excluded.facts where mails.attempts = 0
    returning substr(dedupe, ${name.length + 2}::int) as subject`;
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
