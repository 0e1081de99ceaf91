import { sql } from 'kysely';
import { KEY_HOURS } from '#contract/idempotency.ts';
import type { Database } from '../database/client.ts';
import { forgetCounters } from '../limits/queries.ts';
import { forgetMails, giveUpOldMails } from '../mail/queries.ts';
import { type MailRoom, sendDueMails } from '../mail/send.ts';
import { forgetPaymentProblems } from '../payments/problems.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { reconcile } from '../payments/reconcile.ts';
import { carryOutRefunds } from '../payments/refunds.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { releaseEndedHolds, warnEndingHolds } from '../purchases/holds.ts';
import type { PurchaseTerms } from '../purchases/request.ts';
import type { Job } from './runner.ts';

export interface JobParts {
  database: Database;
  catalogue: Catalogue;
  provider: PaymentProvider;
  /** Without it mails are kept and not sent. */
  mail: MailRoom | undefined;
  terms: PurchaseTerms;
  /** Seconds between two runs of each job, and the age from which open payments are compared. */
  everySeconds: number;
}

/** Seconds between two looks into the outbox: people wait for these mails. */
const MAIL_SECONDS = 2;

/** All background jobs. */
export function shopJobs(parts: JobParts): Job[] {
  const { database, catalogue, provider, mail, terms, everySeconds } = parts;
  return [
    {
      name: 'warn of ending holds',
      everySeconds,
      run: () => warnEndingHolds(database, terms),
    },
    {
      name: 'release holds',
      everySeconds,
      run: () => releaseEndedHolds(database, catalogue),
    },
    {
      name: 'reconcile payments',
      everySeconds,
      run: () => reconcile({ database, catalogue, provider, olderThanSeconds: everySeconds }),
    },
    {
      name: 'carry out refunds',
      everySeconds: Math.min(everySeconds, 15),
      run: () => carryOutRefunds(database, catalogue, provider),
    },
    {
      name: 'forget',
      everySeconds: 600,
      run: () => forget(database),
    },
    ...(mail
      ? [
          {
            name: 'send mails',
            everySeconds: Math.min(everySeconds, MAIL_SECONDS),
            run: () => sendDueMails(database, mail),
          },
        ]
      : []),
  ];
}

/**
 * Deletes what has had its time: answers for repeats after `KEY_HOURS`, mails of long ago, tokens, sessions and proofs that
 * have expired.
 */
async function forget({ db }: Database): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - make_interval(hours => ${KEY_HOURS})`.execute(
    db,
  );
  await sql`delete from provider_events where received_at < now() - interval '90 days'`.execute(db);
  await forgetPaymentProblems(db);
  await giveUpOldMails(db);
  await forgetMails(db);
  await forgetCounters(db);
  await sql`delete from access_tokens where expires_at < now()`.execute(db);
  await sql`delete from sessions where expires_at < now()`.execute(db);
  await sql`delete from verifications where expires_at < now()`.execute(db);
}
