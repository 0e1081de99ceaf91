import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { OUTSIDE } from './machine.ts';

/** What the shops need from outside: a payment provider and a mail server. */
export interface Services {
  paymentsAt: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  smtpUrl: string;
  /** The Message-IDs of all mails that have arrived. */
  readMails(): Promise<string[]>;
}

/** Starts outside.ts in a process of its own. */
export async function startServices(dataDir: string, webhookUrl: string): Promise<Services> {
  const child = fork(join(import.meta.dirname, 'outside.ts'), [OUTSIDE, dataDir, webhookUrl]);
  const ended = once(child, 'exit').then(() => {
    throw new Error('the services outside have ended');
  });
  const [said] = (await Promise.race([once(child, 'message'), ended])) as [Omit<Services, 'readMails'>];
  ended.catch(() => {});
  return {
    ...said,
    async readMails() {
      child.send('mails');
      const [mails] = (await once(child, 'message')) as [string[]];
      return mails;
    },
  };
}
