import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/client.ts';
import type { MailKinds } from '../letters/kinds.ts';
import type { Module } from '../module.ts';
import { mailMeasures } from './measures.ts';
import { countWaiting, forgetMails, giveUpOldMails } from './queries.ts';
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
    if (mail) await tellBacklog(database, mail, mails, log);
    return {
      handlers: {},
      measures: mail ? mailMeasures(database.db) : [],
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
        await giveUpOldMails(database.db, mails);
        await forgetMails(database.db);
      },
    };
  },
};

/** Says how many mails wait to be sent. Those that are too old to be of use are given up first. */
async function tellBacklog(
  { db }: Database,
  { perMinute }: MailRoom,
  mails: MailKinds,
  log: FastifyBaseLogger,
): Promise<void> {
  await giveUpOldMails(db, mails);
  const { count, since } = await countWaiting(db);
  if (count === 0) return;
  log.warn(
    { count, since, perMinute },
    `${count} mails wait to be sent: the oldest first, ${perMinute} a minute`,
  );
}
