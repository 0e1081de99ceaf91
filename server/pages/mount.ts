import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageContext } from '#contract/pages.ts';
import type { Config } from '#contract/payments/schema.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import { wantedForm } from '../ground/handling/accept.ts';
import { Problem } from '../ground/handling/problem.ts';
import type { PlainTraffic } from '../ground/limits/traffic.ts';
import type { ReachedAt } from '../http/reached-at.ts';
import type { Replay } from '../http/replay.ts';
import { sendBytes } from '../http/send.ts';
import { PageCache } from './page-cache.ts';
import { contentSecurityPolicy, type OutsideOrigins } from './policy.ts';
import type { PageRenderer } from './renderer.ts';

/** What pages show, read without a detour over HTTP. */
export interface PageData {
  config(request: FastifyRequest): Config;
  load: PageContext['load'];
  /** The own addresses of a product's pages, by its id and by its SKU as a segment; undefined when there is no such product. */
  productPath(id: string): string | undefined;
  partPath(segment: string): string | undefined;
  /** Whether a field of a query names an attribute that no category has. */
  narrowsByUnknown(field: string): boolean;
  /** Names the state of all of this, as far as this process has changed it or heard of it. */
  version(): string;
}

/** The address that a request asks for. */
interface Asked {
  /** As it was sent, without its query. */
  path: string;
  /** As its page spells it. */
  own: string;
  /** The query as it was sent, or without what narrows by attributes that no category has. */
  query: string;
  /** All of it by which the page is rendered: what else stands in the query is for scripts in the browser, and for others. */
  url: string;
  /** All that the page depends on; undefined for what clients can make up without end, which is not kept. */
  key: string | undefined;
}

/**
 * Serves the pages: every address that no call has. Two addresses have both, /products/{id} and /parts/{sku}: a browser's
 * navigation gets the page and everything else the JSON.
 */
export async function mountPages(
  app: FastifyInstance,
  renderer: PageRenderer,
  data: PageData,
  stripe: boolean,
  traffic: PlainTraffic,
  replay: Replay,
  reachedAt: ReachedAt,
  originOf: (request: FastifyRequest) => string,
): Promise<void> {
  const outside: OutsideOrigins = { stripe, dev: renderer.dev };
  const cache = new PageCache(() => data.version(), outside);

  /** The own address of the product that a request names; undefined without one. */
  function productPath(request: FastifyRequest): string | undefined {
    const { id, sku } = request.params as { id?: string; sku?: string };
    if (sku !== undefined) return data.partPath(sku);
    return id === undefined ? undefined : data.productPath(id);
  }

  /** What a request asks for. */
  function readAddress(request: FastifyRequest): Asked {
    const [path = ''] = request.url.split('?', 1);
    const page = renderer.find(path);
    const query = withoutUnknown(request.url.slice(path.length + 1), page?.fields ?? []);
    const product = productPath(request);
    const own = product ?? page?.path ?? path;
    const url = own + writeQuery(query, page?.fields ?? []);
    const origin = reachedAt.ownOf(request.raw);
    const isKnown = page !== undefined && (!page.varies || product !== undefined);
    return { path, own, query, url, key: origin !== undefined && isKnown ? origin + url : undefined };
  }

  /** Takes what narrows by unknown attributes out of the query of a page that is narrowed. */
  function withoutUnknown(query: string, fields: readonly string[]): string {
    if (!query || !fields.includes(`${FACET_PREFIX}*`)) return query;
    const asked = new URLSearchParams(query);
    const unknown = new Set(asked.keys().filter((field) => data.narrowsByUnknown(field)));
    if (unknown.size === 0) return query;
    for (const field of unknown) asked.delete(field);
    return String(asked);
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
          origin: originOf(request),
          load: data.load,
        }),
      );
    if (renderer.dev) return sendFresh(reply, await renderAt(request.url), nonce);
    const { path, own, query, url, key } = readAddress(request);
    const isKnown = query === request.url.slice(path.length + 1);
    if (own !== path || !isKnown) {
      // Some day a category may have the attribute.
      return reply
        .header('cache-control', 'no-cache')
        .header('vary', 'Accept')
        .redirect(query ? `${own}?${query}` : own, isKnown ? 308 : 302);
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

  for (const url of ['/products/:id', '/parts/:sku'])
    app.route({
      method: 'GET',
      url,
      constraints: { prefers: 'html' },
      handler: (request, reply) => answerPage(request, reply, productPath(request) ? undefined : 404),
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

/**
 * Those fields of a query that a page is rendered by, written in one way: of each the first, as the page reads it. A field that
 * ends with `*` is written with all its values, and one that ends with `.*` stands for all that begin so.
 */
function writeQuery(query: string, fields: readonly string[]): string {
  if (!query || fields.length === 0) return '';
  const asked = new URLSearchParams(query);
  asked.sort();
  const known = new URLSearchParams();
  for (const field of fields) {
    if (field.endsWith('*')) {
      const beginning = field.slice(0, -1);
      const isMeant = (name: string) =>
        field.endsWith('.*') ? name.startsWith(beginning) : name === beginning;
      for (const [name, value] of asked) if (value && isMeant(name)) known.append(name, value);
    } else {
      const value = asked.get(field);
      if (value) known.set(field, value);
    }
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
