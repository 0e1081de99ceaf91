import type { Params } from './form-body.ts';
import type { Database } from './store.ts';

/** A request to the API, as handlers receive it. */
export interface Call {
  /** A transaction when the method is POST. */
  db: Database;
  params: Params;
  /** The id in the path; '' where there is none. */
  id: string;
  /** Whether the key is the publishable one (a browser): requires the client_secret, and limits the visible fields. */
  publishable: boolean;
  requestId: string;
  idempotencyKey: string | null;
  /** The requested origin. */
  origin: string;
  fingerprintSecret: string;
  /** Set by a fault: how many milliseconds a payment stays in 'processing'. */
  processingMs?: number;
  /** Writes no events: whoever calls takes in what comes of the call by itself. */
  isSilent?: true;
}

export type Handler = (call: Call) => Promise<object>;
