/** Kinds of principals, and the rows that rules let them reach. Types, and the rules that other rules are built from. */
import type { Role } from '../accounts/schema.ts';
import type { Right } from '../companies/rights.ts';

/** A person, authenticated by an accessToken. */
export interface Person {
  kind: 'person';
  userId: string;
  /** In lower case. */
  email: string;
  role: Role;
  /** For whom the person acts: for themselves, with their own id, or for a company. */
  buyerId: string;
  /** What they may do for that buyer. */
  rights: readonly Right[];
  /** Why the shop has closed the company that they act for: then they have rights to read alone. */
  closedWhy?: string;
}

/** A person, without the role: for rules that must not see it. */
export type AnyPerson = Omit<Person, 'role'>;

/** A person, authenticated by the session cookie of the sign-in provider. */
export interface SessionHolder {
  kind: 'session';
  userId: string;
  email: string;
}

/** The payment provider, authenticated by its signature over the body. */
export interface Provider {
  kind: 'provider';
}

/** A reader of metrics, authenticated by METRICS_TOKEN or, without one, by a connection from the server's own machine. */
export interface Monitor {
  kind: 'monitor';
}

/** The principals by how they authenticate. */
export interface Principals {
  bearer: Person;
  cookie: SessionHolder;
  signature: Provider;
  monitor: Monitor;
}
export type Proof = keyof Principals;

/** The rows of one buyer, and the person who acts for it. */
export interface Own {
  userId: string;
  email: string;
  buyerId: string;
  /** Of purchases only those that the person has placed. */
  isMineOnly?: true;
}

/** The rows that a principal may reach, which SQL takes as a condition. Others do not exist for them (404). */
export type Reach = 'all' | Own;

/** The refusal of an action on any row (403). */
export type Denial = 'admins_only' | 'staff_only' | 'right_missing';
export interface Denied {
  no: Denial;
}

/** Returns whether a role is that of staff or of an admin. */
export function isStaff(role: Role): boolean {
  return role !== 'customer';
}

/** Every person, admins included, reaches only the rows of the buyer that they act for. */
export function own({ userId, email, buyerId, rights }: AnyPerson): Own {
  const mine = rights.includes('purchase.read_all') ? {} : { isMineOnly: true as const };
  return { userId, email, buyerId, ...mine };
}

/** Returns whether a person acts for a company, and not for themselves; of what is kept, whether it is a company's: ids of accounts that are gone are null. */
export function isForCompany({ userId, buyerId }: Record<'userId' | 'buyerId', string | null>): boolean {
  return buyerId !== null && buyerId !== userId;
}

/** A rule for those who have a right. */
export function having<W extends AnyPerson, R>(right: Right, rule: (who: W) => R) {
  return (who: W): R | Denied => (who.rights.includes(right) ? rule(who) : { no: 'right_missing' });
}

/** Admins reach every row, everyone else their own. */
export function ownOrAll(who: Person): Reach {
  return who.role === 'admin' ? 'all' : own(who);
}

/** Staff and admins reach every row, customers their own. */
export function ownOrAllForStaff(who: Person): Reach {
  return isStaff(who.role) ? 'all' : own(who);
}

export function adminsOnly({ role }: Person): 'all' | Denied {
  return role === 'admin' ? 'all' : { no: 'admins_only' };
}

/** Staff and admins: what a shop's day consists of. People, roles, money (prices, too) and settings are for admins. */
export function staffOnly({ role }: Person): 'all' | Denied {
  return isStaff(role) ? 'all' : { no: 'staff_only' };
}

/** Returns whether a reach includes the rows of this buyer or, where no buyer is known, of the person with this address. */
export function covers(reach: Reach, owner: Partial<Own>): boolean {
  if (reach === 'all') return true;
  return owner.buyerId === undefined ? owner.email === reach.email : owner.buyerId === reach.buyerId;
}
