import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_ADMIN, DEMO_PASSWORD } from './database/demo.ts';
import { createTestDatabase, type TestDatabase } from './database/testing.ts';
import { readEnv } from './env.ts';
import { startShop } from './start.ts';

/** A whole shop on a port and a database of its own, with the demo catalogue and the sandbox's Stripe. */
export interface TestShop {
  origin: string;
  database: TestDatabase;
  /** Sends JSON and reads the answer. `token` goes as bearer. */
  call(route: string, options?: CallOptions): Promise<CallResult>;
  /** Makes an account and signs it in. */
  signUp(name?: string): Promise<Person>;
  signInAdmin(): Promise<Person>;
  /** Does at once what the shop does by itself from time to time. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface CallResult {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
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

/** Starts a shop for one test file. `variables` are environment variables beyond the test's own. */
export async function startTestShop(variables: Record<string, string> = {}): Promise<TestShop> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-test-'));
  const env = readEnv({
    DATABASE_URL: database.url,
    SANDBOX: '1',
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...variables,
  });
  const shop = await startShop(env, { withoutPages: true });
  const { origin } = shop;

  async function call(route: string, { token, body, headers = {} }: CallOptions = {}): Promise<CallResult> {
    const [method, path] = route.split(' ') as [string, string];
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
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
    return { ...person, cookie, token: exchange.body.token };
  }

  return {
    origin,
    database,
    call,
    signUp(name = 'Test Buyer') {
      people += 1;
      return enter('sign-up/email', { name, email: `buyer-${people}@example.com`, password: 'secret' });
    },
    signInAdmin: () => enter('sign-in/email', { ...DEMO_ADMIN, password: DEMO_PASSWORD }),
    runJobs: shop.runJobs,
    async close() {
      await shop.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A body for POST /orders that the shop takes, for a product as GET /products lists it. */
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
