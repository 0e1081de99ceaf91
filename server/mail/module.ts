import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import { forgetMails, giveUpOldMails } from './queries.ts';
import { type MailRoom, sendDueMails } from './send.ts';

/** Seconds between two looks into the outbox: people wait for these mails. */
const EVERY_SECONDS = 2;

interface Needs {
  database: Database;
  mail: MailRoom | undefined;
  jobSeconds: number;
}

export const mail: Module<never, Needs> = {
  name: 'mail',
  open: ({ database, mail, jobSeconds }) => ({
    handlers: {},
    jobs: mail
      ? [
          {
            name: 'send mails',
            everySeconds: Math.min(jobSeconds, EVERY_SECONDS),
            run: () => sendDueMails(database, mail),
          },
        ]
      : [],
    async forget() {
      await giveUpOldMails(database.db);
      await forgetMails(database.db);
    },
  }),
};
