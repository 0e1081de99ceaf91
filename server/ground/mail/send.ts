import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../database/client.ts';
import { joinedNames, kindOf, type MailKinds } from '../letters/kinds.ts';
import { layOut, type RenderedMail, type Signature } from '../letters/layout.ts';
import { keyOfCounter } from '../limits/limits.ts';
import { spend } from '../limits/queries.ts';
import {
  type Bundle,
  type Channel,
  deliver,
  type Message,
  postpone,
  TOO_OLD,
  takeMessages,
} from '../outbox/deliver.ts';
import { isHopeless, unprovenCounters } from './rules.ts';
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
const LEASE_SECONDS = 180;
/** Mails that one mail tells of at most. */
const MOST_JOINED = 100;

/**
 * Sends the mails of the outbox that are due (see `deliver`). Answers how many were sent. One that is sent again has the same
 * Message-ID and date, by which mail servers and readers recognise it as the same.
 */
export function sendDueMails(
  { db }: Database,
  room: MailRoom,
  kinds: MailKinds,
  senders: Senders,
): Promise<number> {
  const channel: Channel = {
    kinds: Object.keys(kinds),
    // A hundred may go at once.
    pace: { burst: 100, every: 60 / room.perMinute, key: keyOfCounter('mails') },
    atOnce: MAILS_AT_ONCE,
    leaseSeconds: LEASE_SECONDS,
    useless: uselessOf(kinds),
    bundle: (taken) => joinUnproven(db, channel, taken, kinds),
    send: (mails) => room.transport.sendMail(toMessage(room, mails, kinds, senders)),
    isHopeless,
  };
  return deliver(db, channel);
}

function isJoined(kinds: MailKinds): RawBuilder<unknown> {
  return sql`kind = any(${joinedNames(kinds)}::text[])`;
}

/** SQL over a row of the outbox: why a mail is not needed any more. */
function uselessOf(kinds: MailKinds): RawBuilder<string | null> {
  const byKind = Object.entries(kinds).flatMap(([name, { useless }]) =>
    useless ? [sql`when kind = ${name} then ${useless}`] : [],
  );
  return sql`case
    when ${isJoined(kinds)} and created_at < now() - interval '1 day' then ${TOO_OLD}
    when (facts ->> 'expiresAt')::timestamptz <= now() then 'Its link had expired before it could be sent.'
    ${sql.join(byKind, sql` `)}
  end`;
}

/**
 * The messages that mails become. Those about orders to an unproven address become one, with what else is due, as often as
 * their paces let it; otherwise they wait.
 */
async function joinUnproven(
  db: Queryable,
  channel: Channel,
  taken: Message[],
  kinds: MailKinds,
): Promise<Bundle[]> {
  const joined = joinedNames(kinds);
  const addresses = taken.map(({ recipient }) => recipient);
  const { rows } = await sql<{ email: string }>`
    select email from users where email = any(${addresses}) and email_verified`.execute(db);
  const proven = new Set(rows.map(({ email }) => email));
  const bundles: Bundle[] = [];
  const unproven = new Map<string, Message[]>();
  for (const mail of taken) {
    if (proven.has(mail.recipient) || !joined.includes(mail.kind)) bundles.push([mail]);
    else unproven.set(mail.recipient, [...(unproven.get(mail.recipient) ?? []), mail]);
  }
  for (const [recipient, mails] of unproven) {
    const wait = await spend(db, unprovenCounters('order mails', recipient));
    if (wait > 0) await postpone(db, mails, wait);
    else {
      const isOfThem = sql`recipient = ${recipient} and ${isJoined(kinds)}`;
      const rest = await takeMessages(db, channel, MOST_JOINED, isOfThem);
      bundles.push([...mails, ...rest.messages].map((mail) => toStranger(mail, kinds)) as Bundle);
    }
  }
  return bundles;
}

type Told = Pick<Message, 'kind' | 'facts'>;

/** A mail as it is sent to an address that nobody has proven: without what the buyer typed. */
export function toStranger<M extends Told>(mail: M, kinds: MailKinds): M {
  const { joined } = kindOf(kinds, mail.kind);
  return joined ? { ...mail, facts: joined.toStranger(mail.facts) } : mail;
}

/** The words of mails that one message tells of. */
export function renderMails(
  mails: [Told, ...Told[]],
  kinds: MailKinds,
  origin: string,
  { shop, orders: { timeZone } }: Telling,
): RenderedMail {
  const [mail, ...others] = mails;
  const { letter, joined } = kindOf(kinds, mail.kind);
  if (others.length === 0) return layOut(letter(mail.facts, origin, timeZone), shop);
  const details = mails.map(({ kind, facts }) => kindOf(kinds, kind).joined!.detail(facts, timeZone));
  return layOut(joined!.letter(details, origin), shop);
}

function toMessage({ origin }: MailRoom, mails: Bundle, kinds: MailKinds, { values }: Senders) {
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
