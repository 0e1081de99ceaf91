import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database, Queryable } from '../database/client.ts';
import type { MailKinds } from '../letters/kinds.ts';
import type { Measure, Module } from '../module.ts';
import { countDue, countWaiting, forgetMessages, giveUpOld } from '../outbox/deliver.ts';
import { type MailRoom, type Senders, sendDueMails } from './send.ts';

/** Seconds between two looks into the outbox: people wait for these mails. */
const EVERY_SECONDS = 2;

interface Needs {
  database: Database;
  mail: MailRoom | undefined;
  mails: MailKinds;
  settings: Senders;
  jobSeconds: number;
  log: FastifyBaseLogger;
}

export const mail: Module<never, Needs> = {
  name: 'mail',
  async open({ database, mail, mails, settings, jobSeconds, log }) {
    if (mail) await tellBacklog(database, mail, log);
    return {
      handlers: {},
      measures: mail ? mailMeasures(database.db, Object.keys(mails)) : [],
      jobs: mail
        ? [
            {
              name: 'send mails',
              everySeconds: Math.min(jobSeconds, EVERY_SECONDS),
              run: () => sendDueMails(database, mail, mails, settings),
            },
          ]
        : [],
      async forget() {
        await giveUpOld(database.db);
        await forgetMessages(database.db);
      },
    };
  },
};

/** Says how many mails wait to be sent. Those that are too old to be of use are given up first. */
async function tellBacklog({ db }: Database, { perMinute }: MailRoom, log: FastifyBaseLogger): Promise<void> {
  await giveUpOld(db);
  const { count, since } = await countWaiting(db);
  if (count === 0) return;
  log.warn(
    { count, since, perMinute },
    `${count} mails wait to be sent: the oldest first, ${perMinute} a minute`,
  );
}

/** Counting due mails ends there. */
const MOST_DUE = 10_000;

/** What tells whether mails go out. */
function mailMeasures(db: Queryable, kinds: readonly string[]): Measure[] {
  return [
    {
      name: 'shop_mails',
      help: `Mails of the outbox by state: due (counted up to ${MOST_DUE}), failing (tried, and tried again), given_up (tried in vain)`,
      label: 'state',
      async read() {
        // The condition of the index `mails_stuck` (stuck.ts).
        const { rows } = await sql<Record<'failing' | 'given_up', number>>`
          select count(*) filter (where next_at is not null) as failing,
            count(*) filter (where next_at is null) as given_up
          from mails where problem is not null and sent_at is null and (attempts <> 1 or next_at is not null)`.execute(
          db,
        );
        return { due: await countDue(db, kinds, MOST_DUE), ...rows[0]! };
      },
    },
    {
      name: 'shop_mail_overdue_seconds',
      help: 'Seconds since the mail that waits longest could have been sent',
      async read() {
        const { rows } = await sql<{ seconds: number }>`
          select extract(epoch from now() - next_at)::float8 as seconds
          from mails where next_at is not null order by next_at limit 1`.execute(db);
        return Math.max(0, rows[0]?.seconds ?? 0);
      },
    },
  ];
}
