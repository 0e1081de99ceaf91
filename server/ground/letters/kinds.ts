import type { RawBuilder } from 'kysely';
import type { Letter } from './layout.ts';

/**
 * A kind of mail, as the module of its noun brings it. Its facts are kept as JSON in the outbox: codes and numbers, no words.
 * Nothing that a buyer typed about themselves belongs in a letter: an account's address may be another person's.
 */
export interface MailKind<Facts> {
  /**
   * Its words. `origin` is the shop's address, for links; a token stands behind a link's #, which browsers send to no server.
   * Moments are told in `zone`, the shop's time zone: the reader's is not known here.
   */
  letter(facts: Facts, origin: string, zone: string): Letter;
  joined?: Joined<Facts>;
  /** SQL over a row of `mails`: why it is not needed any more; null while it is. */
  useless?: RawBuilder<string | null>;
}

/**
 * For mails that anybody can cause with an address they typed in. To an address that is not proven they are few, and one
 * tells of several. They are of use for a day.
 */
interface Joined<Facts> {
  /** The facts without what the buyer typed: such an address would be sent whatever somebody wants to tell it. */
  toStranger(facts: Facts): unknown;
  /** What such a mail says of this one. */
  detail(facts: Facts, zone: string): [label: string, value: string];
  letter(details: [label: string, value: string][], origin: string): Letter;
}

export type MailKinds = Record<string, MailKind<never>>;

/** The kinds of a noun, each with its name, as `insertMail` takes it. */
export function mailKinds<K extends MailKinds>(kinds: K): { [Name in keyof K]: K[Name] & { name: string } } {
  const named = Object.entries(kinds).map(([name, kind]) => [name, { ...kind, name }]);
  return Object.fromEntries(named);
}

/** Throws for a kind that only another version knows: the mail is tried again later. */
export function kindOf(kinds: MailKinds, kind: string): MailKind<unknown> {
  if (!Object.hasOwn(kinds, kind)) throw new Error(`no module brings the mail ${kind}`);
  return kinds[kind] as MailKind<unknown>;
}

/** The names of the kinds that are told in one mail. */
export function joinedNames(kinds: MailKinds): string[] {
  return Object.keys(kinds).filter((name) => kinds[name]!.joined);
}
