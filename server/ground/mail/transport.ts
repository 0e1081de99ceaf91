import type { SendMailOptions, Transport, Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { traced } from '../tracing/span.ts';

/** How many mails are on their way at once, each on a connection of its own that is used again. */
export const MAILS_AT_ONCE = 5;

const SECOND = 1000;

/** A way for mails. What it takes to go it is loaded for the first mail. */
export interface MailTransport {
  sendMail(mail: SendMailOptions): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * The way to a mail server: `smtp://` (with STARTTLS where the server has it) or `smtps://`, user and password in it,
 * nodemailer's options as query (`?requireTLS=true`). Every wait has an end.
 */
export function createSmtpTransport(url: string): MailTransport {
  return openLate(async () => (await import('nodemailer')).createTransport(smtpOptions(url)));
}

/** Talks to a mail server up to its login: connection, TLS, user and password. Sends no mail. Throws what it refuses, or why it cannot be reached. */
export async function tryMailServer(url: string): Promise<void> {
  const transport = (await import('nodemailer')).createTransport(smtpOptions(url));
  await transport.verify().finally(() => transport.close());
}

function smtpOptions(url: string): SMTPPool.Options {
  return {
    url,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    // The outbox alone tries again.
    maxRequeues: 0,
    dnsTimeout: 5 * SECOND,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A way that nodemailer does not know itself, such as to the sandbox's mailbox. */
export function createTransportBy(plugin: Transport): MailTransport {
  return openLate(async () => (await import('nodemailer')).createTransport(plugin));
}

function openLate(open: () => Promise<Transporter>): MailTransport {
  let transport: Promise<Transporter> | undefined;
  return {
    async sendMail(mail) {
      transport ??= open().catch((error) => {
        transport = undefined;
        throw error;
      });
      const ready = await transport;
      return traced('smtp send', 'smtp', () => ready.sendMail(mail));
    },
    async close() {
      (await transport)?.close();
    },
  };
}
