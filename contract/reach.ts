/** Who can be asking, and how far a rule lets them reach. Pure types and the rules that other rules are made of. */
import type { Role } from './accounts.ts';

/** A person, proven by an accessToken. */
export interface Person {
  kind: 'person';
  userId: string;
  /** In lower case. */
  email: string;
  role: Role;
}

/** A person of whom a rule does not see the role. */
export type AnyPerson = Omit<Person, 'role'>;

/** A person, proven by the session cookie of the sign-in provider. */
export interface SessionHolder {
  kind: 'session';
  userId: string;
  email: string;
}

/** The payment provider, proven by its signature over the body. */
export interface Provider {
  kind: 'provider';
}

/** Whoever reads metrics, proven by METRICS_TOKEN; without one, by asking on the server's own machine. */
export interface Monitor {
  kind: 'monitor';
}

/** The principals by what proves them. */
export interface Principals {
  bearer: Person;
  cookie: SessionHolder;
  signature: Provider;
  monitor: Monitor;
}
export type Proof = keyof Principals;

/** The rows of one person. */
export interface Own {
  userId: string;
  email: string;
}

/** The rows that a principal may reach: SQL takes it as a condition. What is out of reach does not exist (404). */
export type Reach = 'all' | Own;

/** Why a principal may do something with no row at all (403). */
export type Denial = 'admins_only';
export interface Denied {
  no: Denial;
}

/** Only their own rows, also for admins. */
export function own({ userId, email }: AnyPerson): Own {
  return { userId, email };
}

/** Admins reach every row, everybody else their own. */
export function ownOrAll(who: Person): Reach {
  return who.role === 'admin' ? 'all' : own(who);
}

export function adminsOnly({ role }: Person): 'all' | Denied {
  return role === 'admin' ? 'all' : { no: 'admins_only' };
}

/** Whether a reach takes in what belongs to the person with this id or address. */
export function covers(reach: Reach, owner: Partial<Own>): boolean {
  if (reach === 'all') return true;
  return owner.userId === undefined ? owner.email === reach.email : owner.userId === reach.userId;
}
