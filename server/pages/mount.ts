import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#contract/payments.ts';
import { type Product, type ProductListQuery, ProductListQuerySchema } from '#contract/products.ts';
import type { Review } from '#contract/reviews.ts';
import { wantedForm } from '../http/accept.ts';
import { notFound } from '../http/problem.ts';
import type { ReachedAt } from '../http/reached-at.ts';
import type { Replay } from '../http/replay.ts';
import type { PlainTraffic } from '../limits/traffic.ts';
import { PageCache } from './page-cache.ts';
import { contentSecurityPolicy, type OutsideOrigins } from './policy.ts';
import type { PageRenderer } from './renderer.ts';

/** What pages show, read without a detour over HTTP. */
export interface PageData {
  config(request: FastifyRequest): Config;
  findProducts(query: ProductListQuery): { products: Product[]; total: number };
  listLatestReviews(limit: number): Promise<Review[]>;
  hasProduct(id: string): boolean;
  /** Names the state of all of this, as far as this process has changed it or heard of it. */
  version(): string;
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
  const cache = new PageCache(() => data.version());

  /** All that a page depends on; undefined for what clients can make up without end, which is not kept. */
  function keyOf(request: FastifyRequest): string | undefined {
    const origin = reachedAt.ownOf(request.raw);
    const [path = '', query] = request.url.split('?', 2);
    const { id } = request.params as { id?: string };
    const isKnown = renderer.addresses.has(path) || (path === `/products/${id}` && data.hasProduct(id!));
    if (origin === undefined || !isKnown) return undefined;
    if (!query) return origin + path;
    const fields = [...new URLSearchParams(query).keys()];
    const areKnown = fields.every((field) => field in ProductListQuerySchema.shape);
    return areKnown && new Set(fields).size === fields.length ? `${origin}${path}?${query}` : undefined;
  }

  async function answerPage(
    request: FastifyRequest,
    reply: FastifyReply,
    status?: number,
  ): Promise<FastifyReply> {
    traffic.arrive(request);
    const render = (nonce: string) =>
      traffic.run(() =>
        renderer.render(toPageRequest(request), {
          nonce,
          ...(status !== undefined && { status }),
          config: data.config(request),
          load: {
            findProducts: async (query) => data.findProducts(query),
            listLatestReviews: data.listLatestReviews,
          },
        }),
      );
    const nonce = randomBytes(16).toString('base64');
    if (renderer.dev) return sendFresh(reply, await render(nonce), nonce);
    const page = await cache.get(keyOf(request), nonce, render);
    const { body, headers } = await page.bytes.toSend(request.headers['accept-encoding']?.toString());
    for (const [name, value] of page.headers) reply.header(name, value);
    reply.headers(headers);
    reply.header('content-security-policy', contentSecurityPolicy(page.scripts, outside));
    // Everyone may keep it, and asks whether it is still the same.
    reply.header('cache-control', 'no-cache');
    if (page.status === 200 && page.bytes.isKnown(request.headers['if-none-match']))
      return reply.code(304).removeHeader('content-encoding').send();
    reply.code(page.status === 200 && status ? status : page.status);
    replay.remember(request, reply, 'page', body, page.isCurrent);
    return reply.send(body);
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
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound('This address');
    if (wantsJson) throw notFound('This address');
    return answerPage(request, reply);
  });
}

function toPageRequest(request: FastifyRequest): Request {
  // Nothing of who asks: everyone gets the same page.
  return new Request(new URL(request.url, request.reachedAt), {
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
