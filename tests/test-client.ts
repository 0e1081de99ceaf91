import { api, callNames } from '#contract/api.ts';
import type { ProblemCode } from '#contract/kernel/problem.ts';
import { refusalsOf } from '#contract/kernel/refusals.ts';
import { DEMO_ADMIN, DEMO_PASSWORD } from '../server/accounts/demo.ts';

/** An API client of a running shop. */
export interface TestClient {
  origin: string;
  /** Sends JSON and reads the response. `token` is sent as bearer. */
  call(route: string, options?: CallOptions): Promise<CallResult>;
  /** Creates an account and signs it in. */
  signUp(name?: string): Promise<Person>;
  signInAdmin(): Promise<Person>;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface CallResult {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any;
}

export interface Person {
  name: string;
  email: string;
  password: string;
  token: string;
  cookie: string;
}

let people = 0;

/** Returns a client of the shop at an origin. `send` gets a method, headers and a text. */
export function createTestClient(
  origin: string,
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): TestClient {
  async function call(route: string, { token, body, headers = {} }: CallOptions = {}): Promise<CallResult> {
    const [method, path] = route.split(' ') as [string, string];
    const response = await send(origin + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const isJson = text !== '' && type.includes('json');
    if (type.startsWith('application/problem+json')) requireListed(method, path, JSON.parse(text).code);
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  async function enter(
    path: string,
    person: { name: string; email: string; password: string },
  ): Promise<Person> {
    const answer = await call(`POST /api/auth/${path}`, { body: person, headers: { origin } });
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0]!)
      .join('; ');
    const exchange = await call(`PUT /user/${person.email}`, {
      body: { email: person.email },
      headers: { cookie, origin },
    });
    if (!exchange.body.token) throw new Error(`PUT /user answered ${exchange.status}`);
    return { ...person, cookie, token: exchange.body.token };
  }

  return {
    origin,
    call,
    signUp(name = 'Test Buyer') {
      people += 1;
      const email = `buyer-${process.pid}-${people}@example.com`;
      return enter('sign-up/email', { name, email, password: 'bolt-7' });
    },
    signInAdmin: () => enter('sign-in/email', { ...DEMO_ADMIN, password: DEMO_PASSWORD }),
  };
}

const listed = callNames.map((name) => ({
  call: api[name],
  pattern: new RegExp(`^${api[name].path.replace(/:\w+/g, '[^/]+')}$`),
  codes: refusalsOf(api[name]),
}));

/** Throws for a refusal that the contract does not list: so every test verifies the contract's lists. */
function requireListed(method: string, path: string, code: ProblemCode): void {
  const [plain] = path.split('?') as [string];
  const found = listed.find(({ call, pattern }) => call.method === method && pattern.test(plain));
  if (found && !found.codes.has(code)) throw new Error(`${found.call.route} does not list ${code}`);
}

/** Returns a valid body for POST /orders, for a product of GET /products. */
export function orderFor(
  product: { _id: string; name: string; price: number; available: number; minOrder: number },
  person: { name: string; email: string },
  quantity: number = Math.max(100, product.minOrder),
) {
  return {
    name: person.name,
    email: person.email,
    productId: product._id,
    productName: product.name,
    available: product.available,
    price: product.price,
    order: quantity,
    shippingAdd: '1 Dock Road',
    phone: '+1 555 0100',
  };
}
