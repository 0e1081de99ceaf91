/**
 * Every call of the shop; `calls/` has a file for each noun. The server's handlers are typed by this table, and the browser's
 * client, the OpenAPI document and the access tests are derived from it.
 *
 * `may` says who may make a call: an action of `policy.ts`, or 'anyone'.
 */
import type { z } from 'zod';
import { accountCalls } from './calls/accounts.ts';
import { addressBookCalls } from './calls/address-book.ts';
import { categoryCalls } from './calls/categories.ts';
import { deskCalls } from './calls/desk.ts';
import { documentCalls } from './calls/documents.ts';
import { fileCalls } from './calls/files.ts';
import { imageCalls } from './calls/images.ts';
import { importCalls } from './calls/imports.ts';
import { lineCalls } from './calls/lines.ts';
import { listCalls } from './calls/lists.ts';
import { orderCalls } from './calls/orders.ts';
import { passkeyCalls } from './calls/passkeys.ts';
import { paymentCalls } from './calls/payments.ts';
import { productCalls } from './calls/products.ts';
import { purchaseCalls } from './calls/purchases.ts';
import { receiptCalls } from './calls/receipts.ts';
import { returnCalls } from './calls/returns.ts';
import { reviewCalls } from './calls/reviews.ts';
import { secondFactorCalls } from './calls/second-factor.ts';
import { settingCalls } from './calls/settings.ts';
import { shipmentCalls } from './calls/shipments.ts';

import { shopCalls } from './calls/shop.ts';

import { stockCalls } from './calls/stock.ts';

export const api = {
  ...productCalls,
  ...categoryCalls,
  ...importCalls,
  ...receiptCalls,
  ...stockCalls,
  ...listCalls,
  ...addressBookCalls,
  ...lineCalls,
  ...orderCalls,
  ...purchaseCalls,
  ...shipmentCalls,
  ...returnCalls,
  ...deskCalls,
  ...documentCalls,
  ...paymentCalls,
  ...accountCalls,
  ...passkeyCalls,
  ...secondFactorCalls,
  ...reviewCalls,
  ...imageCalls,
  ...fileCalls,
  ...settingCalls,
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
