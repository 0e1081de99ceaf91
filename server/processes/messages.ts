import type { AddressAndDatabase } from '../address-and-database.ts';
import type { RunningShop, StartOptions } from '../start.ts';

/** Connections to the database of each process: three listen all the time, and heavy calls have two. */
export const CONNECTIONS = 6;

/** What of a start's options all processes have. */
export type ServingOptions = Pick<StartOptions, 'withoutPages'>;

/** Where a shop is reached: what its operator is told. */
export type Reached = Pick<RunningShop, 'origin' | 'shownOrigin' | 'sandboxKey'>;

/** What a process is to serve, and on what. */
export interface Assignment {
  /** Its number, from 0. One that takes the place of another has the same. */
  place: number;
  processes: number;
  shared: AddressAndDatabase;
  options: ServingOptions;
}

/** Messages of the first process to one that serves. `text`: the metrics of all, undefined where they cannot be read. */
export type ToServing<Assigned = Assignment> =
  | { northbridge: 'assignment'; assignment: Assigned }
  | { northbridge: 'stop' }
  | { northbridge: 'metrics'; question: number; text: string | undefined };

/** Messages of a process that serves to the first: it serves, cannot start, its event loop runs, or it asks for the metrics of all. */
export type ToFirst<Ready = Reached> =
  | { northbridge: 'ready'; ready: Ready }
  | { northbridge: 'failed'; why: string }
  | { northbridge: 'alive' }
  | { northbridge: 'metrics'; question: number };
