import type { Api, BodyInput, CallName, Output, Params, QueryInput } from '#contract/api.ts';
import { ApiProblem, problemOf } from './api-problem.ts';
import { pathWith } from './path-with.ts';

/**
 * The calls of the pages. They are repeated here, and checked against the contract by the compiler, so that the browser does
 * not load the contract's schemas.
 */
const routes = {
  listProducts: 'GET /products',
  getProduct: 'GET /products/:id',
  addProduct: 'POST /products',
  changeProduct: 'PATCH /products/:id',
  removeProduct: 'DELETE /products/:id',
  placeOrder: 'POST /orders',
  listOrders: 'GET /orders',
  summarizeOrders: 'GET /orders/summary',
  getOrder: 'GET /orders/:id',
  deleteOrder: 'DELETE /orders/:id',
  payOrder: 'PATCH /orders/:id',
  getOrderHistory: 'GET /orders/:id/history',
  refundOrder: 'POST /orders/:id/refund',
  createPaymentIntent: 'POST /create-payment-intent',
  listDueRefunds: 'GET /payments/refunds-due',
  listPaymentsToAnswer: 'GET /payments/to-answer',
  listOrderPayments: 'GET /orders/:id/payments',
  retryRefund: 'POST /payments/:id/refund',
  listPaymentProblems: 'GET /payments/problems',
  exchangeToken: 'PUT /user/:email',
  isAdmin: 'GET /admin/:email',
  listUsers: 'GET /users',
  promoteUser: 'PUT /user/admin/:email',
  demoteUser: 'DELETE /user/admin/:email',
  removeUser: 'DELETE /users/:email',
  listReviews: 'GET /reviews',
  addReview: 'POST /reviews',
  uploadImage: 'POST /images',
  getConfig: 'GET /config',
  listEvents: 'GET /events',
  getReadiness: 'GET /readyz',
} as const satisfies { [N in CallName]?: Api[N]['route'] };

export type WebCallName = keyof typeof routes;

type Maybe<Key extends string, Value> = undefined extends Value ? unknown : { [K in Key]: Value };

/** The input of a call: the parameters of its path, its query, its body. */
export type CallInput<N extends WebCallName> = (keyof Params<N> extends never
  ? unknown
  : { params: Params<N> }) & { query?: QueryInput<N> } & (Api[N] extends { body: 'multipart' }
    ? { body: FormData }
    : Maybe<'body', BodyInput<N>>);

export interface CallOptions {
  /** The accessToken to send. */
  token?: string | null;
  /** Repeating a call with the same key and body creates one thing only. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
}

const OFFLINE = 'The shop cannot be reached. Check your connection and try again.';

/** Makes one call and returns its output. Throws ApiProblem for every other answer. */
export async function callApi<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  const answer = await request(name, input, options, 'application/json');
  return (await answer.json()) as Output<N>;
}

/** A page of a list, and the number of entries of the whole list. */
export interface Page<N extends WebCallName> {
  entries: Output<N>;
  total: number;
}

/** Like `callApi`, for a list with `limit` and `after`. */
export async function callForPage<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Page<N>> {
  const answer = await request(name, input, options, 'application/json');
  const entries = (await answer.json()) as Output<N>;
  return { entries, total: Number(answer.headers.get('X-Total-Count')) };
}

/** Like `callApi`, for a list as CSV. */
export async function callForCsv<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Blob> {
  return (await request(name, input, options, 'text/csv')).blob();
}

function request<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions,
  accept: string,
): Promise<Response> {
  const { method, path, body } = requestOf(routes[name], input);
  const headers: Record<string, string> = { Accept: accept };
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (typeof body === 'string') headers['Content-Type'] = 'application/json';
  return send(path, { method, headers, body, signal: options.signal ?? null });
}

/** Sends a request; throws ApiProblem when no answer comes or when it is an error. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    // The caller has aborted the request: that is no outage.
    if (init.signal?.aborted) throw error;
    throw new ApiProblem(0, 'offline', OFFLINE);
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** Returns method, path and body of a call. Exported for its test. */
export function requestOf(route: string, input: unknown) {
  const { params = {}, query = {}, body } = (input ?? {}) as LooseInput;
  const [method, pattern] = route.split(' ') as [string, string];
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return {
    method,
    path: pathWith(path, query),
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
  };
}
