import type { Api, BodyInput, CallName, Output, Params, QueryInput } from '#contract/api.ts';
import { ApiProblem, problemOf } from './api-problem.ts';
import { isLeftAlone } from './attended.ts';
import type { CompanyCalls } from './company-calls.ts';
import type { DashboardCalls } from './dashboard-calls.ts';
import { pathWith } from './path-with.ts';

/**
 * The calls of all pages but the dashboard's, which has more. They are repeated here, and checked against the contract by the
 * compiler, so that the browser does not load the contract's schemas.
 */
const routes = {
  listProducts: 'GET /products',
  suggest: 'GET /suggest',
  getFacets: 'GET /facets',
  listCategories: 'GET /categories',
  getProduct: 'GET /products/:id',
  getPart: 'GET /parts/:sku',
  listOffers: 'GET /offers',
  matchLines: 'POST /lines/match',
  findCells: 'POST /lines/cells',
  addProduct: 'POST /products',
  placeOrder: 'POST /orders',
  listOrders: 'GET /orders',
  summarizeOrders: 'GET /orders/summary',
  getOrder: 'GET /orders/:id',
  placePurchase: 'POST /purchases',
  listPurchases: 'GET /purchases',
  getPurchase: 'GET /purchases/:id',
  listAddresses: 'GET /addresses',
  addAddress: 'POST /addresses',
  addList: 'POST /lists',
  getList: 'GET /lists/:id',
  changeList: 'PATCH /lists/:id',
  exchangeToken: 'PUT /user/:email',
  getSecondFactor: 'GET /second-factor',
  beginSecondFactor: 'POST /second-factor',
  confirmSecondFactor: 'POST /second-factor/confirm',
  proveSecondFactor: 'POST /second-factor/prove',
  beginPasskey: 'POST /second-factor/passkeys/begin',
  addPasskey: 'POST /second-factor/passkeys',
  beginPasskeyProof: 'POST /second-factor/passkeys/challenge',
  proveByPasskey: 'POST /second-factor/passkeys/prove',
  listReviews: 'GET /reviews',
  addReview: 'POST /reviews',
  getContent: 'GET /contents/:page',
  getConfig: 'GET /config',
  getReadiness: 'GET /readyz',
} as const satisfies { [N in CallName]?: Api[N]['route'] };

export type WebCallName = keyof typeof routes | keyof DashboardCalls | keyof CompanyCalls;

let routeOf: Partial<Record<WebCallName, string>> = routes;

/** Adds calls that only some pages load: the dashboard's, and those about companies. */
export function addCalls(calls: DashboardCalls | CompanyCalls): void {
  routeOf = { ...routeOf, ...calls };
}

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
  /** Sends the request in place of the browser's. */
  fetch?: (path: string, init: RequestInit) => Promise<Response>;
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

/** A page of a list, and the number of entries of the whole list, unless the shop is still counting them. */
export interface Page<N extends WebCallName> {
  entries: Output<N>;
  total: number | undefined;
}

/** Like `callApi`, for a list with `limit` and `after`. */
export async function callForPage<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Page<N>> {
  const answer = await request(name, input, options, 'application/json');
  const entries = (await answer.json()) as Output<N>;
  const total = answer.headers.get('X-Total-Count');
  return { entries, total: total === null ? undefined : Number(total) };
}

/** Like `callApi`, for a file: a list as CSV, or what the call itself answers. */
export async function callForFile<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Blob> {
  return (await request(name, input, options, 'text/csv, */*;q=0.1')).blob();
}

function request<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions,
  accept: string,
): Promise<Response> {
  const { method, path, body } = requestOf(routeOf[name]!, input);
  const headers: Record<string, string> = { Accept: accept };
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  // What is fetched again and again, and waits for news, comes from pages that nobody looks at, too.
  if (options.token && isLeftAlone()) headers['X-Unattended'] = '1';
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (typeof body === 'string') headers['Content-Type'] = 'application/json';
  return send(path, { method, headers, body, signal: options.signal ?? null }, options.fetch);
}

/** Sends a request; throws ApiProblem when no answer comes or when it is an error. */
export async function send(
  path: string,
  init: RequestInit,
  sendBy: CallOptions['fetch'] = fetch,
): Promise<Response> {
  let answer: Response;
  try {
    answer = await sendBy(path, init);
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
