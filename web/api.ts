import type { Api, BodyInput, CallName, Output, Params, QueryInput } from '#contract/api.ts';
import type { FieldError, ProblemBody } from '#contract/problem.ts';

/**
 * The calls that the pages make. Written out, and checked by the compiler against the contract, so that the contract's
 * schemas do not travel to the browser with them.
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

/** What a call needs: the variable parts of its path, its query, its body. */
export type CallInput<N extends WebCallName> = (keyof Params<N> extends never
  ? unknown
  : { params: Params<N> }) & { query?: QueryInput<N> } & (Api[N] extends { body: 'multipart' }
    ? { body: FormData }
    : Maybe<'body', BodyInput<N>>);

export interface CallOptions {
  /** The accessToken to send. */
  token?: string | null;
  /** The same key with the same body creates one thing, however often it is sent. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
}

/** A call that did not succeed. `code` says why; `offline` means that no answer came. Compare by code and status. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  /** What the Idempotency-Key's first request has created, when the key was used again with another request. */
  readonly createdId: string | undefined;

  constructor(status: number, code: string, detail: string, errors: FieldError[] = [], createdId?: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.createdId = createdId;
  }
}

const OFFLINE = 'The shop cannot be reached. Check your connection and try again.';

/** Makes one call and answers its output. Throws ApiProblem for everything else, and reacts to nothing. */
export async function callApi<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  const answer = await request(name, input, options, 'application/json');
  return (await answer.json()) as Output<N>;
}

/** A piece of a list, and how many entries the whole list has. */
export interface Page<N extends WebCallName> {
  entries: Output<N>;
  total: number;
}

/** Makes a call that answers a list and is given `limit` and `after`; otherwise as `callApi`. */
export async function callForPage<N extends WebCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Page<N>> {
  const answer = await request(name, input, options, 'application/json');
  const entries = (await answer.json()) as Output<N>;
  return { entries, total: Number(answer.headers.get('X-Total-Count')) };
}

/** Makes a call that answers a list, and asks for it as CSV; otherwise as `callApi`. */
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
    // An abort is the caller's own doing, not an outage.
    if (init.signal?.aborted) throw error;
    throw new ApiProblem(0, 'offline', OFFLINE);
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

/** The problem that an error answer states: problem+json, the sign-in provider's `{code, message}`, or neither. */
export async function problemOf(answer: Response): Promise<ApiProblem> {
  let body: Partial<ProblemBody> & { message?: string; error?: { message?: string } } = {};
  try {
    body = (await answer.json()) ?? {};
  } catch {
    // A proxy's error page: its status is all there is to know.
  }
  const detail = body.detail ?? body.message ?? body.error?.message ?? fallbackDetail(answer.status);
  return new ApiProblem(answer.status, body.code ?? 'unknown', detail, body.errors, body.createdId);
}

function fallbackDetail(status: number): string {
  if (status === 429) return 'Too many tries. Wait a minute and try again.';
  if (status >= 500) return 'The shop is not available right now. Try again in a moment.';
  return 'The shop did not accept this. Check what you entered and try again.';
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** Method, address and body of a call. Exported for its test. */
export function requestOf(route: string, input: unknown) {
  const { params = {}, query = {}, body } = (input ?? {}) as LooseInput;
  const [method, pattern] = route.split(' ') as [string, string];
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();
  return {
    method,
    path: search ? `${path}?${search}` : path,
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
  };
}

/** Whether it is worth trying again without changing anything: no answer, the server's fault, or too fast. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** The status of a failed call, or undefined for another error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiProblem ? error.status : undefined;
}
