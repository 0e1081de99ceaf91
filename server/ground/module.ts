import type { CallName } from '#contract/api.ts';
import type { EventGroup, EventKind } from '#contract/log/schema.ts';
import type { Queryable } from './database/client.ts';
import type { HandlersOf } from './handling/handler.ts';
import type { Job } from './jobs/runner.ts';
import type { MailKinds } from './letters/kinds.ts';

/**
 * What a noun brings to the shop, in the `module.ts` of its folder; `modules.ts` lists them. `Needs` is what it is opened
 * with, `Calls` are the calls that it answers.
 */
export interface Module<Calls extends CallName = never, Needs = unknown> {
  name: string;
  /** Fills an empty sandbox, after the modules before it in the list. */
  demo?(transaction: Queryable): Promise<void>;
  /** What should not be in a snapshot of the database, a sentence each. It needs no running shop. */
  audit?(snapshot: Queryable): Promise<string[]>;
  /** Its kinds of mails. */
  mails?: MailKinds;
  /** Its kinds of entries in the log. */
  events?: EventKinds;
  open(shop: Needs): Running<Calls> | Promise<Running<Calls>>;
}

/**
 * Where the log shows each kind of entry. In the group `reconciliation` it shows those that neither a buyer nor an admin has
 * caused.
 */
export type EventKinds = Partial<Record<EventKind, readonly EventGroup[]>>;

/** A gauge of /metrics that all processes read alike, from the database for example. */
export interface Measure {
  /** By Prometheus' conventions, with its unit at the end. */
  name: string;
  help: string;
  /** What tells several values of it apart; without it there is one. */
  label?: string;
  /** Processes may know different values, of which the least is told; otherwise all read the same. */
  isLeast?: boolean;
  /** The values by label, or the value; undefined while there is none. */
  read(): Promise<Record<string, number> | number | undefined>;
}

/** A module of a running shop. */
export interface Running<Calls extends CallName> {
  handlers: HandlersOf<Calls>;
  /** What /metrics tells of it. */
  measures?: Measure[];
  /** Its background jobs. */
  jobs?: Job[];
  /** Deletes what is too old; a job of its own. */
  forget?(): Promise<void>;
  /** Changes when what pages show of it has changed, as far as this process knows. */
  pageVersion?(): number;
  /** Answers requests that wait for something, before the server waits for its connections. */
  stop?(): void;
  close?(): void | Promise<void>;
}
