import type { Params } from './form-body.ts';
import type { Database } from './store.ts';

/** One request to the API, as its handler sees it. */
export interface Call {
  /** A transaction when the method is POST. */
  db: Database;
  params: Params;
  /** The id in the path; '' where there is none. */
  id: string;
  /** Called with the publishable key, from a browser: only what its client_secret opens, and only what a browser may see. */
  publishable: boolean;
  requestId: string;
  idempotencyKey: string | null;
  /** The version of the API that the caller speaks, such as '2026-10-28.endive'. */
  version: string;
  /** The address under which the API was called, without a slash at the end. */
  origin: string;
  fingerprintSecret: string;
  /** By a fault on demand: how many milliseconds a payment stays in 'processing'. */
  processingMs?: number;
}

export type Handler = (call: Call) => Promise<object>;
