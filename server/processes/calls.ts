import type { Registry } from 'prom-client';
import type { Ground } from '../ground.ts';
import type { Ask } from '../limits/leases.ts';
import type { Bound } from '../limits/shares.ts';
import type { RunningShop, StartOptions } from '../start.ts';

/** What a process is to serve, and on what. */
export interface Assignment {
  /** Its number, from 0. One that takes the place of another has the same. */
  place: number;
  processes: number;
  ground: Ground;
  options: ServingOptions;
}

/** What of a start's options all processes have. */
export type ServingOptions = Pick<StartOptions, 'withoutPages'>;

/** Where a shop is reached: what its operator is told. */
export type Reached = Pick<RunningShop, 'origin' | 'shownOrigin' | 'sandboxKey'>;

export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What the first process is told and asked by those that serve. */
export type OfFirst = {
  assignment: [undefined, Assignment];
  /** It serves. */
  ready: [Reached, undefined];
  /** It cannot start, for this reason. */
  failed: [string, undefined];
  /** Its event loop runs. */
  alive: [undefined, undefined];
  lend: [Ask[], number[]];
  /** Begins a piece of work: its number, or null where a bound is reached. */
  begin: [Bound[], number | null];
  end: [number, undefined];
  /** The metrics of all processes together. */
  metrics: [undefined, string];
};

/** What a process that serves is told and asked by the first. */
export type OfServing = {
  measure: [undefined, Measured];
  stop: [undefined, undefined];
};
