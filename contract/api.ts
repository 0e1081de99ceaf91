/**
 * Every call of the shop; `calls/` has a file for each noun. The server's handlers are typed by this table, and the browser's
 * client, the OpenAPI document and the access tests are derived from it.
 *
 * `may` says who may make a call: an action of `policy.ts`, or 'anyone'.
 */
import type { z } from 'zod';
import { accountCalls } from './calls/accounts.ts';
import { categoryCalls } from './calls/categories.ts';
import { imageCalls } from './calls/images.ts';
import { orderCalls } from './calls/orders.ts';
import { paymentCalls } from './calls/payments.ts';
import { productCalls } from './calls/products.ts';
import { reviewCalls } from './calls/reviews.ts';
import { shopCalls } from './calls/shop.ts';

export const api = {
  ...productCalls,
  ...categoryCalls,
  ...orderCalls,
  ...paymentCalls,
  ...accountCalls,
  ...reviewCalls,
  ...imageCalls,
  ...shopCalls,
};

export type Api = typeof api;
export type CallName = keyof Api;

export const callNames = Object.keys(api) as CallName[];

/** Names of a path's parameters: `/orders/:id` has `id`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<N extends CallName> = { [Name in ParamNames<Api[N]['route']>]: string };
/** The parsed input of a handler. */
export type Query<N extends CallName> = Api[N] extends { query: infer Z extends z.ZodType }
  ? z.output<Z>
  : Record<string, never>;
export type Body<N extends CallName> = Api[N] extends { body: infer Z extends z.ZodType }
  ? z.output<Z>
  : Api[N] extends { body: 'raw' }
    ? Uint8Array
    : undefined;
/** The query and the body that a client may send with a call. */
export type QueryInput<N extends CallName> = Api[N] extends { query: infer Z extends z.ZodType }
  ? z.input<Z>
  : undefined;
export type BodyInput<N extends CallName> = Api[N] extends { body: infer Z extends z.ZodType }
  ? z.input<Z>
  : undefined;
export type Output<N extends CallName> = Api[N]['output'] extends z.ZodType
  ? z.output<Api[N]['output']>
  : never;
