import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import pg from 'pg';
import { createGoogleSandbox, type GoogleSandbox } from './plugin.ts';

export interface RunningSandbox extends Pick<GoogleSandbox, 'issuer' | 'clientId' | 'clientSecret'> {
  /** The address of this process; browsers use `issuer`. */
  origin: string;
  pool: pg.Pool;
  warnings: unknown[];
  stop(): Promise<void>;
}

export const REDIRECT_URI = 'http://127.0.0.1:1/callback';
export const PEOPLE = [
  { email: 'ada@example.com', name: 'Ada Lovelace' },
  { email: 'bob@example.com', name: 'Bob' },
];

/** Starts one process of the sandbox; several may share a database and, behind a load balancer, the public origin. */
export async function startSandbox(databaseUrl: string, publicOrigin: string): Promise<RunningSandbox> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => {});
  const warnings: unknown[] = [];
  const { plugin, close, ...sandbox } = await createGoogleSandbox({
    pool,
    origin: publicOrigin,
    application: { name: 'A & B <shop>', home: 'http://127.0.0.1:1/', redirectUris: [REDIRECT_URI] },
    people: PEOPLE,
    log: { warn: (...args) => void warnings.push(args) },
  });
  const app = Fastify();
  // A route of the app, whose body parsing the plugin must not change.
  app.post('/json', async (request) => request.body);
  await app.register(plugin);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    ...sandbox,
    origin: `http://127.0.0.1:${port}`,
    pool,
    warnings,
    async stop() {
      await app.close();
      await close();
      await pool.end();
    },
  };
}

export interface Page {
  url: URL;
  status: number;
  headers: Headers;
  setCookies: string[];
  text: string;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Cookie {
  host: string;
  path: string;
  name: string;
  value: string;
}

/** A minimal browser for sign-ins: cookies by host and path, redirects, forms. */
export class Browser {
  readonly cookies: Cookie[] = [];
  /** Returns the origin that serves an address, for public origins that exist only behind a load balancer. */
  readonly resolve: (url: URL) => string;

  constructor(resolve: (url: URL) => string = (url) => url.origin) {
    this.resolve = resolve;
  }

  /** Sends one request without following redirects. */
  async request(address: string | URL, init: Sent = {}): Promise<Page> {
    const url = new URL(address);
    const cookie = this.cookies
      .filter(({ host, path }) => host === url.hostname && isBelow(url.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const answer = await send(this.resolve(url) + url.pathname + url.search, {
      ...init,
      headers: { ...init.headers, host: url.host, ...(cookie && { cookie }) },
    });
    const setCookies = answer.headers['set-cookie'] ?? [];
    for (const line of setCookies) this.#keep(url, line);
    const headers = new Headers(
      Object.entries(answer.headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
    return { url, status: answer.statusCode!, headers, setCookies, text: await text(answer) };
  }

  /** Follows redirects to a page, or to the first address for which `stop` is true, which is not requested. */
  async go(address: string | URL, stop: (url: URL) => boolean = () => false, init: Sent = {}): Promise<Page> {
    let page = await this.request(address, init);
    for (let hops = 0; page.status >= 300 && page.status < 400; hops += 1) {
      if (hops > 10) throw new Error(`too many redirects, the last to ${page.headers.get('location')}`);
      const next = new URL(page.headers.get('location')!, page.url);
      if (stop(next)) return { ...page, url: next };
      page = await this.request(next);
    }
    return page;
  }

  /** Submits a form of a page to the page's address and follows redirects. */
  submit(page: Page, fields: Record<string, string>, stop?: (url: URL) => boolean): Promise<Page> {
    return this.go(page.url, stop, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: page.url.origin },
      body: new URLSearchParams(fields).toString(),
    });
  }

  #keep(url: URL, line: string): void {
    const [pair, ...attributes] = line.split(/;\s*/) as [string, ...string[]];
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const settings = new Map(
      attributes.map((one) => one.split('=', 2) as [string, string?]).map(([k, v]) => [k.toLowerCase(), v]),
    );
    const path = settings.get('path') ?? '/';
    const old = this.cookies.findIndex((c) => c.host === url.hostname && c.path === path && c.name === name);
    if (old >= 0) this.cookies.splice(old, 1);
    const maxAge = settings.get('max-age');
    const expires = settings.get('expires');
    const gone = maxAge !== undefined ? Number(maxAge) <= 0 : expires && Date.parse(expires) <= Date.now();
    if (!gone) this.cookies.push({ host: url.hostname, path, name, value });
  }
}

/** Sends a request with any Host header, which fetch does not allow. */
function send(address: string, { method = 'GET', headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(address, { method, headers }, resolve).once('error', reject).end(body);
  });
}

function isBelow(pathname: string, path: string): boolean {
  return path === '/' || pathname === path || pathname.startsWith(`${path}/`);
}

/** Returns the parameters of a sign-in request, with the code verifier. */
export function newRequest(sandbox: Pick<RunningSandbox, 'clientId'>, more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: sandbox.clientId,
    redirect_uri: REDIRECT_URI,
    scope: 'openid email profile',
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
    ...more,
  };
  return { verifier, parameters };
}

/** Returns the claims of a token without verifying it. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
}
