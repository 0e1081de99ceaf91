import { createTransport, type Transporter } from 'nodemailer';

/** How many mails are on their way at once, each on a connection of its own that is used again. */
export const MAILS_AT_ONCE = 5;

const SECOND = 1000;

/**
 * The way to a mail server: `smtp://` (with STARTTLS where the server has it) or `smtps://`, user and password in it,
 * nodemailer's options as query (`?requireTLS=true`). Every wait has an end.
 */
export function createSmtpTransport(url: string): Transporter {
  return createTransport({
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
  });
}
