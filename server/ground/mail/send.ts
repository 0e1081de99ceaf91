import { hash } from 'node:crypto';
import type { Database } from '../database/client.ts';
import { joinedNames, kindOf, type MailKinds } from '../letters/kinds.ts';
import { layOut, type RenderedMail, type Signature } from '../letters/layout.ts';
import { keyOfCounter } from '../limits/limits.ts';
import { spend, spendUpTo, unspend } from '../limits/queries.ts';
import {
  countDue,
  markFailed,
  markSent,
  postpone,
  type TakenMail,
  takeDueMails,
  takeRest,
} from './queries.ts';
import { isHopeless, paceOf, secondsUntilNext, UNPROVEN_PACES } from './rules.ts';
import { MAILS_AT_ONCE, type MailTransport } from './transport.ts';

export interface MailRoom {
  /** SMTP, or the sandbox's. */
  transport: MailTransport;
  /** The shop's address for links, without a slash at its end. */
  origin: string;
  /** Mails a minute, of all processes together. */
  perMinute: number;
}

/** Who tells, and in which time zone. */
interface Telling {
  shop: Signature;
  orders: { timeZone: string };
}

/** Who sends, as the settings say at the moment. */
export interface Senders {
  readonly values: { mail: { name: string; address: string } } & Telling;
}

/** The longest that sending one mail may take. */
const DEADLINE_SECONDS = 60;
/** Longer than any sending: a mail that is taken and neither sent nor failed by then belongs to a process that died. */
const LEASE_SECONDS = 180;
/** Batches in one run; the next run takes the rest. */
const MOST_BATCHES = 20;

/**
 * Sends what is due in the outbox, oldest first, each mail once, however many processes do so, and together no faster than
 * the room's pace. Answers how many were sent; throws when some could not be, which are tried again later and later.
 *
 * 'Once' as far as SMTP can: a mail is marked sent after the mail server took it. When the process dies in between, or
 * the server's answer is lost, the mail is sent again, with the same Message-ID and date, by which mail servers and
 * readers recognise it as the same.
 */
export async function sendDueMails(
  database: Database,
  room: MailRoom,
  kinds: MailKinds,
  senders: Senders,
): Promise<number> {
  let sent = 0;
  const problems: string[] = [];
  const pace = { ...paceOf(room.perMinute), key: keyOfCounter('mails') };
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const granted = await spendUpTo(database.db, pace, await countDue(database.db, MAILS_AT_ONCE));
    if (granted === 0) break;
    const taken = await takeDueMails(database.db, kinds, LEASE_SECONDS, granted);
    const letters = await toLetters(database, taken.mails, kinds);
    // Of no use any more, held back, told together with others, or taken by another process.
    if (letters.length < granted) await unspend(database.db, pace, granted - letters.length);
    const results = await Promise.all(letters.map((mails) => sendOne(database, room, mails, kinds, senders)));
    const failed = results.filter((problem) => problem !== undefined);
    sent += letters.length - failed.length;
    problems.push(...failed);
    // The server takes nothing at the moment: the rest need not find that out one by one.
    if (taken.isAll || (letters.length > 0 && failed.length === letters.length)) break;
  }
  if (problems.length > 0) throw new Error(`${problems.length} mails could not be sent: ${problems[0]}`);
  return sent;
}

/** Mails that one message tells of: one, or several about orders to an address that nobody has proven. */
type Mails = [TakenMail, ...TakenMail[]];

/**
 * The messages that mails become. Those about orders to an unproven address become one, with what else is due, as often as
 * `UNPROVEN_PACES` lets it; otherwise they wait.
 */
async function toLetters({ db }: Database, taken: TakenMail[], kinds: MailKinds): Promise<Mails[]> {
  const joined = joinedNames(kinds);
  const letters: Mails[] = [];
  const unproven = new Map<string, TakenMail[]>();
  for (const mail of taken) {
    if (mail.isProven || !joined.includes(mail.kind)) letters.push([mail]);
    else unproven.set(mail.recipient, [...(unproven.get(mail.recipient) ?? []), mail]);
  }
  for (const [recipient, mails] of unproven) {
    const counters = UNPROVEN_PACES.map((pace) => ({
      ...pace,
      key: keyOfCounter(`order mails, one every ${pace.every} * ${recipient}`),
    }));
    const wait = await spend(db, counters);
    const ids = mails.map(({ id }) => id);
    if (wait > 0) await postpone(db, ids, wait);
    else letters.push([...mails, ...(await takeRest(db, kinds, LEASE_SECONDS, recipient))] as Mails);
  }
  return letters;
}

/** Sends one message and notes how that went. Answers the problem, if there was one. */
async function sendOne(
  { db }: Database,
  room: MailRoom,
  mails: Mails,
  kinds: MailKinds,
  senders: Senders,
): Promise<string | undefined> {
  const ids = mails.map(({ id }) => id);
  const attempts = Math.max(...mails.map((mail) => mail.attempts));
  try {
    await room.transport.sendMail(toMessage(room, mails, kinds, senders));
  } catch (error) {
    const { code, responseCode, message } = error as {
      code?: string;
      responseCode?: number;
      message: string;
    };
    const isOver = isHopeless(attempts, {
      ...(code && { code }),
      ...(responseCode && { responseCode }),
    });
    const seconds = isOver ? undefined : secondsUntilNext(attempts);
    await markFailed(db, ids, message.slice(0, 500), seconds);
    return message;
  }
  await markSent(db, ids);
  return undefined;
}

type Told = Pick<TakenMail, 'kind' | 'facts' | 'isProven'>;

/** The words of mails that one message tells of. */
export function renderMails(
  mails: [Told, ...Told[]],
  kinds: MailKinds,
  origin: string,
  { shop, orders: { timeZone } }: Telling,
): RenderedMail {
  const [mail, ...others] = mails;
  const { letter, joined } = kindOf(kinds, mail.kind);
  const factsOf = ({ kind, facts, isProven }: Told) =>
    (isProven ? undefined : kindOf(kinds, kind).joined?.toStranger(facts)) ?? facts;
  if (others.length === 0) return layOut(letter(factsOf(mail), origin, timeZone), shop);
  const details = mails.map((one) => kindOf(kinds, one.kind).joined!.detail(factsOf(one), timeZone));
  return layOut(joined!.letter(details, origin), shop);
}

function toMessage({ origin }: MailRoom, mails: Mails, kinds: MailKinds, { values }: Senders) {
  const [mail, ...others] = mails;
  const { subject, text, html } = renderMails(mails, kinds, origin, values);
  // The same mails again are the same message; with another among them it is another.
  const id = others.length === 0 ? mail.id : hash('sha256', mails.map((one) => one.id).join());
  return {
    // As objects, so that no address can be read as several.
    from: { name: values.mail.name, address: values.mail.address },
    to: { name: '', address: mail.recipient },
    subject,
    text,
    html,
    messageId: `<${id}@${new URL(origin).hostname}>`,
    date: mail.createdAt,
    // No holiday notices in return.
    headers: { 'auto-submitted': 'auto-generated' },
    signal: AbortSignal.timeout(DEADLINE_SECONDS * 1000),
  };
}
