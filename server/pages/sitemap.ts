import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Category } from '#contract/categories/schema.ts';
import { categoryPath, GRID, partPath } from '#contract/kernel/addresses.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import { each, toStream } from '../ground/handling/page.ts';
import { Problem } from '../ground/handling/problem.ts';

/** What search engines are told of. */
export interface SitemapData {
  /** The number of products on sale. */
  productCount(): number;
  /** SKUs of products on sale, oldest first, from one place up to before another. */
  skus(start: number, end: number): string[];
  categories(): readonly Pick<Category, 'slug'>[];
}

/** Addresses of one file. With the longest SKUs it stays far below the 50 MB that https://www.sitemaps.org/protocol.html allows. */
export const ADDRESSES_OF_A_FILE = 10_000;

/** The public pages besides parts and categories. */
const PAGES = ['/', GRID, '/myPortfolio', '/blogs'];

/** What narrows or sorts the grid. A category alone, and what comes after a part, may be read. */
const NARROWING = ['q=', FACET_PREFIX, 'maker', 'price', 'inStock', 'sort=', 'view='];

/** What search engines should not read: pages that need a sign-in, and queries that can be combined without end. */
const DISALLOWED = [
  ...['/api/', '/dashboard', '/products/', '/compare', '/login', '/signup'],
  ...NARROWING.flatMap((name) => [`${GRID}?${name}`, `${GRID}?*&${name}`]),
];

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Seconds for which they may be kept. */
const CACHED = 'public, max-age=3600';

/**
 * Serves /robots.txt and /sitemap.xml, an index of files of addresses. `originOf` returns the origin under which search engines
 * know the shop.
 */
export function mountSitemap(
  app: FastifyInstance,
  data: SitemapData,
  originOf: (request: FastifyRequest) => string,
  arrive: (request: FastifyRequest) => void,
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      arrive(request);
      reply.header('cache-control', CACHED).type('application/xml; charset=utf-8');
    });

    scope.get('/robots.txt', (request, reply) => {
      const rules = DISALLOWED.map((path) => `Disallow: ${path}\n`).join('');
      return reply
        .type('text/plain; charset=utf-8')
        .send(`User-agent: *\n${rules}\nSitemap: ${originOf(request)}/sitemap.xml\n`);
    });

    scope.get('/sitemap.xml', (request, reply) => {
      const files = Math.ceil(data.productCount() / ADDRESSES_OF_A_FILE);
      const names = ['pages', ...Array.from({ length: files }, (_, n) => `parts-${n + 1}`)];
      const entries = names.map((name) => located('sitemap', `${originOf(request)}/sitemap-${name}.xml`));
      return reply.send(`${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`);
    });

    scope.get('/sitemap-pages.xml', (request, reply) => {
      const categories = data.categories().map(({ slug }) => categoryPath(slug));
      return reply.send(toStream(addresses(originOf(request), [...PAGES, ...categories], (path) => path)));
    });

    scope.get<{ Params: { n: string } }>('/sitemap-parts-:n(^[1-9][0-9]{0,4}$).xml', (request, reply) => {
      const start = (Number(request.params.n) - 1) * ADDRESSES_OF_A_FILE;
      const skus = data.skus(start, start + ADDRESSES_OF_A_FILE);
      if (skus.length === 0) throw new Problem('not_found', { what: 'address' });
      return reply.send(toStream(addresses(originOf(request), skus, partPath)));
    });
  });
}

/** A file of addresses, each written when there is room for it. */
async function* addresses<T>(
  origin: string,
  entries: readonly T[],
  toPath: (entry: T) => string,
): AsyncGenerator<Iterable<string>> {
  yield [`${XML}<urlset ${NAMESPACE}>\n`];
  yield each(entries, (entry) => located('url', origin + toPath(entry)));
  yield ['</urlset>\n'];
}

/** Addresses have their signs escaped already: none of them means anything in XML. */
function located(element: 'url' | 'sitemap', address: string): string {
  return `<${element}><loc>${address}</loc></${element}>\n`;
}
