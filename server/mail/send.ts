import type { Database } from '../database/client.ts';
import type { OutboxMail } from './mails.ts';
import { markFailed, markSent, takeDueMails } from './queries.ts';
import { isHopeless, secondsUntilNext } from './rules.ts';
import { renderMail } from './templates.ts';
import { MAILS_AT_ONCE, type MailTransport } from './transport.ts';

export interface MailRoom {
  /** SMTP, or the sandbox's. */
  transport: MailTransport;
  /** `Northbridge <orders@example.com>` */
  from: string;
  /** The shop's address for links, without a slash at its end. */
  origin: string;
}

/** The longest that sending one mail may take. */
const DEADLINE_SECONDS = 60;
/** Longer than any sending: a mail that is taken and neither sent nor failed by then belongs to a process that died. */
const LEASE_SECONDS = 180;
/** Batches in one run; the next run takes the rest. */
const MOST_BATCHES = 20;

/**
 * Sends what is due in the outbox, each mail once, however many processes do so. Answers how many were sent; throws when
 * some could not be, which are tried again later and later.
 *
 * 'Once' as far as SMTP can: a mail is marked sent after the mail server took it. When the process dies in between, or
 * the server's answer is lost, the mail is sent again, with the same Message-ID and date, by which mail servers and
 * readers recognise it as the same.
 */
export async function sendDueMails(database: Database, room: MailRoom): Promise<number> {
  let sent = 0;
  const problems: string[] = [];
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const mails = await takeDueMails(database.db, LEASE_SECONDS, MAILS_AT_ONCE);
    const results = await Promise.all(mails.map((mail) => sendOne(database, room, mail)));
    const failed = results.filter((problem) => problem !== undefined);
    sent += mails.length - failed.length;
    problems.push(...failed);
    // The server takes nothing at the moment: the rest need not find that out one by one.
    if (mails.length < MAILS_AT_ONCE || failed.length === mails.length) break;
  }
  if (problems.length > 0) throw new Error(`${problems.length} mails could not be sent: ${problems[0]}`);
  return sent;
}

/** Sends one mail and notes how that went. Answers the problem, if there was one. */
async function sendOne(
  { db }: Database,
  room: MailRoom,
  mail: OutboxMail & { attempts: number },
): Promise<string | undefined> {
  try {
    await room.transport.sendMail(toMessage(room, mail));
  } catch (error) {
    const { code, responseCode, message } = error as {
      code?: string;
      responseCode?: number;
      message: string;
    };
    const isOver = isHopeless(mail.attempts, {
      ...(code && { code }),
      ...(responseCode && { responseCode }),
    });
    const seconds = isOver ? undefined : secondsUntilNext(mail.attempts);
    await markFailed(db, mail.id, message.slice(0, 500), seconds);
    return message;
  }
  await markSent(db, mail.id);
  return undefined;
}

function toMessage({ from, origin }: MailRoom, mail: OutboxMail) {
  const { subject, text, html } = renderMail(mail, origin);
  return {
    from,
    // As an object, so that no address can be read as several.
    to: { name: '', address: mail.recipient },
    subject,
    text,
    html,
    messageId: `<${mail.id}@${new URL(origin).hostname}>`,
    date: mail.createdAt,
    // No holiday notices in return.
    headers: { 'auto-submitted': 'auto-generated' },
    signal: AbortSignal.timeout(DEADLINE_SECONDS * 1000),
  };
}
