import type { z } from 'zod';
import type { ActionBy } from '../policy.ts';
import type { ProblemBody, ProblemCode } from './problem.ts';
import type { Proof } from './reach.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

/** Subjects of calls, in the order in which /docs shows them. */
export const TAGS = {
  'Signing in':
    'Prove who you are by a session cookie, and exchange it for the accessToken that all other calls take.',
  Catalogue: 'Products and their stock.',
  Stock: 'What there is of products, and why: the ledger, movements, stock-takes and labels.',
  Prices: 'What companies and groups of buyers pay: price lists.',
  Addresses: 'The address book: where a buyer’s goods are shipped to.',
  Lists: 'The cart, and lists of parts to order again.',
  Orders: 'Place, find and delete orders.',
  Purchases: 'Place, find, pay and delete what is bought at once: orders of one product or many.',
  Shipping: 'What goes out of purchases, and what comes back.',
  Payment: 'Pay orders, and refund them.',
  Reviews: 'What customers say.',
  People: 'Accounts and roles.',
  Companies: 'Buyers for which several people act: members, roles, and who is invited.',
  Images: 'Pictures of products.',
  Files: 'Datasheets and certificates of products.',
  Shop: 'The shop itself: its configuration, log and health.',
} as const;
export type Tag = keyof typeof TAGS;

/**
 * How callers authenticate (by the accessToken unless `proof` says otherwise), and the rule of `policy.ts` that authorizes
 * them. With 'anyone', a valid accessToken is used and an invalid one is ignored.
 */
export type Admission =
  | { proof?: 'bearer'; may: ActionBy<'bearer'> | 'anyone' }
  | { [P in Exclude<Proof, 'bearer'>]: { proof: P; may: ActionBy<P> } }[Exclude<Proof, 'bearer'>];

export type CallShape = Admission & CallDetails;

export interface CallDetails {
  tag: Tag;
  /** One line, shown in /docs. */
  summary: string;
  query?: z.ZodType;
  /** A schema for JSON, or how else the body arrives. */
  body?: z.ZodType | 'raw' | 'multipart';
  /** The field of a multipart body that has the file; `image` without it. */
  file?: string;
  /** The other fields of a multipart body, which are text. */
  fields?: z.ZodObject;
  /** A JSON body that may come in place of a multipart one. The handler reads both from their bytes. */
  orJson?: z.ZodType;
  /** The most entries of lists in a JSON body, by their names: more are 413. */
  most?: Readonly<Record<string, number>>;
  /** The most entries of its list without a `limit`; the header `Link` leads to those that follow. All of them without it. */
  listed?: number;
  /** The most bytes of a body, where others hold than for all calls. */
  bodyBytes?: number;
  output: z.ZodType | 'bytes' | 'text';
  /** Media types of an output of bytes; those of pictures without it. */
  media?: readonly string[];
  /** Status of success: 201 for a POST, otherwise 200. */
  status?: number;
  /** Accepts an Idempotency-Key. */
  creates?: boolean;
  /** Returns CSV where a client prefers it. */
  csv?: boolean;
  /** Its problem codes, besides those that follow from its shape: see `refusals.ts`. */
  refuses?: readonly ProblemCode[];
  /** The format of its errors, where clients of another service expect another one than a problem. */
  errorBody?: z.ZodType<object, ProblemBody>;
}

type Untagged = Admission & Omit<CallDetails, 'tag'> & { tag?: Tag };

export type Call<R extends Route = Route, S extends Untagged = CallShape> = S & {
  route: R;
  method: Method;
  path: string;
};

/**
 * Returns what makes the entries of one subject: each with its literal types, its route split into method and path. An entry of
 * another subject says so.
 */
export function callsOf(tag: Tag) {
  return <const R extends Route, S extends Untagged>(route: R, shape: S): Call<R, S & { tag: Tag }> => {
    const [method, path] = route.split(' ') as [Method, string];
    return { tag, ...shape, route, method, path };
  };
}

/** Returns the status with which a call succeeds. */
export function statusOf({ method, status }: Call): number {
  return status ?? (method === 'POST' ? 201 : 200);
}
