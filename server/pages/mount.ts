import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageContext } from '#contract/pages.ts';
import type { Config } from '#contract/payments.ts';
import { wantedForm } from '../handling/accept.ts';
import { Problem } from '../handling/problem.ts';
import type { ReachedAt } from '../http/reached-at.ts';
import type { Replay } from '../http/replay.ts';
import { sendBytes } from '../http/send.ts';
import type { PlainTraffic } from '../limits/traffic.ts';
import { PageCache } from './page-cache.ts';
import { contentSecurityPolicy, type OutsideOrigins } from './policy.ts';
import type { PageRenderer } from './renderer.ts';

/** What pages show, read without a detour over HTTP. */
export interface PageData {
  config(request: FastifyRequest): Config;
  load: PageContext['load'];
  hasProduct(id: string): boolean;
  /** Names the state of all of this, as far as this process has changed it or heard of it. */
  version(): string;
}

/** The address that a request asks for. */
interface Asked {
  /** As it was sent, without its query. */
  path: string;
  /** As its page spells it. */
  own: string;
  /** All of it by which the page is rendered: what else stands in the query is for scripts in the browser, and for others. */
  url: string;
  /** All that the page depends on; undefined for what clients can make up without end, which is not kept. */
  key: string | undefined;
}

/**
 * Serves the pages: every address that no call has. One address has both, /products/{id}: a browser's navigation gets the
 * page and everything else the JSON.
 */
export async function mountPages(
  app: FastifyInstance,
  renderer: PageRenderer,
  data: PageData,
  stripe: boolean,
  traffic: PlainTraffic,
  replay: Replay,
  reachedAt: ReachedAt,
): Promise<void> {
  const outside: OutsideOrigins = { stripe, dev: renderer.dev };
  const cache = new PageCache(() => data.version(), outside);

  /** What a request asks for. */
  function readAddress(request: FastifyRequest): Asked {
    const [path = ''] = request.url.split('?', 1);
    const query = request.url.slice(path.length + 1);
    const page = renderer.find(path);
    const { id } = request.params as { id?: string };
    const product = id !== undefined && data.hasProduct(id) ? `/products/${id}` : undefined;
    const own = product ?? page?.path ?? path;
    const url = own + writeQuery(query, page?.fields ?? []);
    const origin = reachedAt.ownOf(request.raw);
    const isKnown = page !== undefined && (!page.varies || product !== undefined);
    return { path, own, url, key: origin !== undefined && isKnown ? origin + url : undefined };
  }

  async function answerPage(
    request: FastifyRequest,
    reply: FastifyReply,
    status?: number,
  ): Promise<FastifyReply> {
    traffic.arrive(request);
    const nonce = randomBytes(16).toString('base64');
    const renderAt = (url: string) =>
      traffic.run(() =>
        renderer.render(toPageRequest(request, url), {
          nonce,
          ...(status !== undefined && { status }),
          config: data.config(request),
          load: data.load,
        }),
      );
    if (renderer.dev) return sendFresh(reply, await renderAt(request.url), nonce);
    const { path, own, url, key } = readAddress(request);
    if (own !== path) {
      const query = request.url.slice(path.length);
      return reply
        .header('cache-control', 'no-cache')
        .header('vary', 'Accept')
        .redirect(own + query, 308);
    }
    // There are few of the others, each is rendered once for all who wait for it, and a flood of what is made up is to leave them be.
    if (key === undefined || url !== own) traffic.admit();
    const page = await cache.get(key, nonce, () => renderAt(url));
    return sendBytes(request, reply, page, 'page', key === undefined ? undefined : replay);
  }

  /** While developing nothing is kept, and the policy lets in what Vite adds with the nonce. */
  async function sendFresh(reply: FastifyReply, response: Response, nonce: string): Promise<FastifyReply> {
    reply.code(response.status);
    for (const [name, value] of response.headers) reply.header(name, value);
    reply.header('content-security-policy', contentSecurityPolicy([`'nonce-${nonce}'`], outside));
    reply.header('cache-control', 'no-store').header('vary', 'Accept');
    return reply.send(Buffer.from(await response.arrayBuffer()));
  }

  await renderer.serveFiles(app);

  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/products/:id',
    constraints: { prefers: 'html' },
    handler: (request, reply) =>
      answerPage(request, reply, data.hasProduct(request.params.id) ? undefined : 404),
  });

  app.setNotFoundHandler(async (request, reply) => {
    const { accept } = request.headers;
    const wantsJson = wantedForm(accept) === 'json';
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem('not_found', { what: 'address' });
    if (wantsJson) throw new Problem('not_found', { what: 'address' });
    return answerPage(request, reply);
  });
}

/** Those fields of a query that a page is rendered by, written in one way: of each the first, as the page reads it. */
function writeQuery(query: string, fields: readonly string[]): string {
  if (!query || fields.length === 0) return '';
  const asked = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const field of fields) {
    const value = asked.get(field);
    if (value) known.set(field, value);
  }
  return known.size > 0 ? `?${known}` : '';
}

function toPageRequest(request: FastifyRequest, url: string): Request {
  // Nothing of who asks: everyone gets the same page.
  return new Request(new URL(url, request.reachedAt), {
    headers: { accept: 'text/html' },
  });
}

/**
 * Lets a route be chosen by what the client prefers (`constraints: { prefers: 'html' }`); a route without the constraint
 * takes the rest.
 */
export const prefersConstraint = {
  name: 'prefers',
  storage() {
    const handlers = new Map<string, unknown>();
    return {
      get: (key: string) => (handlers.get(key) ?? null) as never,
      set: (key: string, handler: unknown) => void handlers.set(key, handler),
    };
  },
  deriveConstraint: (request: { headers: { accept?: string } }) =>
    wantedForm(request.headers.accept) === 'page' ? 'html' : 'other',
  mustMatchWhenDerived: false,
};
