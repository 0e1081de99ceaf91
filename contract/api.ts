/**
 * Every call of the shop; `calls/` has a file for each noun. The server's handlers are typed by this table, and the browser's
 * client, the OpenAPI document and the access tests are derived from it.
 *
 * `may` says who may make a call: an action of `policy.ts`, or 'anyone'.
 */
import type { z } from 'zod';
import { accountCalls } from './accounts/calls.ts';
import { addressBookCalls } from './address-book/calls.ts';
import { categoryCalls } from './categories/calls.ts';
import { companyCalls } from './companies/calls.ts';
import { deskCalls } from './desk/calls.ts';
import { documentCalls } from './documents/calls.ts';
import { fileCalls } from './files/calls.ts';
import { imageCalls } from './images/calls.ts';
import { importCalls } from './imports/calls.ts';
import { listCalls } from './lists/calls.ts';
import { lineCalls } from './matching/calls.ts';
import { paymentCalls } from './payments/calls.ts';
import { priceListCalls } from './price-lists/calls.ts';
import { productCalls } from './products/calls.ts';
import { approvalCalls } from './purchases/approval-calls.ts';
import { purchaseCalls } from './purchases/calls.ts';
import { orderCalls } from './purchases/order-calls.ts';
import { receiptCalls } from './receipts/calls.ts';
import { returnCalls } from './returns/calls.ts';
import { reviewCalls } from './reviews/calls.ts';
import { secondFactorCalls } from './second-factor/calls.ts';
import { passkeyCalls } from './second-factor/passkey-calls.ts';
import { settingCalls } from './settings/calls.ts';
import { shipmentCalls } from './shipping/calls.ts';

import { shopCalls } from './shop/calls.ts';

import { stockCalls } from './stock/calls.ts';

export const api = {
  ...productCalls,
  ...categoryCalls,
  ...importCalls,
  ...receiptCalls,
  ...stockCalls,
  ...priceListCalls,
  ...listCalls,
  ...addressBookCalls,
  ...lineCalls,
  ...orderCalls,
  ...purchaseCalls,
  ...approvalCalls,
  ...shipmentCalls,
  ...returnCalls,
  ...deskCalls,
  ...documentCalls,
  ...paymentCalls,
  ...accountCalls,
  ...companyCalls,
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
