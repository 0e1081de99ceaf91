import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#contract/payments.ts';
import type { Product, ProductListQuery } from '#contract/products.ts';
import type { Review } from '#contract/reviews.ts';
import { notFound } from '../http/problem.ts';
import type { PlainTraffic } from '../limits/traffic.ts';
import { prefersHtml } from './accept.ts';
import { contentSecurityPolicy, type OutsideOrigins } from './policy.ts';
import type { PageRenderer } from './renderer.ts';

/** What pages show, read without a detour over HTTP. */
export interface PageData {
  config(request: FastifyRequest): Config;
  findProducts(query: ProductListQuery): { products: Product[]; total: number };
  listReviews(): Promise<Review[]>;
  hasProduct(id: string): boolean;
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
): Promise<void> {
  const outside: OutsideOrigins = { stripe, dev: renderer.dev };

  async function answerPage(
    request: FastifyRequest,
    reply: FastifyReply,
    status?: number,
  ): Promise<FastifyReply> {
    traffic.arrive(request);
    const nonce = randomBytes(16).toString('base64');
    const response = await traffic.run(() =>
      renderer.render(toPageRequest(request), {
        nonce,
        ...(status !== undefined && { status }),
        config: data.config(request),
        load: { findProducts: async (query) => data.findProducts(query), listReviews: data.listReviews },
      }),
    );
    reply.code(response.status === 200 && status ? status : response.status);
    for (const [name, value] of response.headers) reply.header(name, value);
    reply.header('content-security-policy', contentSecurityPolicy(nonce, outside));
    // The nonce is of one answer; the browser may keep the page for Back, and asks again otherwise.
    reply.header('cache-control', 'no-cache').header('vary', 'Accept');
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
    const wantsJson = accept?.includes('json') && !prefersHtml(accept);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound('This address');
    if (wantsJson) throw notFound('This address');
    return answerPage(request, reply);
  });
}

function toPageRequest(request: FastifyRequest): Request {
  return new Request(new URL(request.url, `${request.protocol}://${request.host}`), {
    headers: { accept: request.headers.accept ?? '*/*', 'user-agent': request.headers['user-agent'] ?? '' },
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
    prefersHtml(request.headers.accept) ? 'html' : 'other',
  mustMatchWhenDerived: false,
};
