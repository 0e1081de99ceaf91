import { setTimeout } from 'node:timers/promises';
import { fillCatalogue } from '../../server/demo/fill.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { Connection, requestBytes } from './connection.ts';
import { timeFacetClicks } from './facet-click.ts';
import { type ImportTimes, timeImport } from './importing.ts';
import { quantile } from './load.ts';
import { measureMatching } from './matching.ts';
import { timePastes } from './pasting.ts';
import { type MeasuredServer, startShopProcess } from './servers.ts';

/** Milliseconds of requests of one kind. */
export interface CatalogueRow {
  what: string;
  p50: number;
  p95: number;
  /** The longest that the event loop was blocked meanwhile. */
  blocked: number;
}

export interface CatalogueSide {
  products: number;
  /** Milliseconds until it listens, and of the processor until then. */
  startMs: number;
  startCpuMs: number;
  /** Bytes that are in use after a garbage collection, in the heap and beside it. */
  used: number;
  rss: number;
  rows: CatalogueRow[];
  /** From a click on a facet to the paint of the new grid. */
  click: { p50: number; p95: number };
  /** From a paste of 500 lines into the order pad to the paint of their prices. */
  paste: { p50: number; p95: number };
  imported: ImportTimes<CatalogueRow>;
}

export interface CatalogueSizes {
  /** Generated parts. */
  products: number;
  /** Requests of each kind. */
  samples: number;
  /** Clicks on facets. */
  clicks: number;
  /** Pastes into the order pad. */
  pastes: number;
  /** Rows of an import. */
  imported: number;
}

/** What buyers type, and what they narrow by. Each is asked for with another price, so that none is remembered. */
const TYPED = [
  'me',
  'mem',
  'memory',
  'ddr5 32gb',
  'server memory',
  '10k',
  'LM-M5D',
  'lmm5d1920',
  'res',
  'ssd 2tb',
];
/** What takes the most: many conditions, many letters, words that no part has, part numbers with a wrong letter. */
const HARD = [
  '>1.5 >1.4 >1.3 >1.2 >1.1 >1',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  '0 1 2 3 4 5 6 7 8 9 00 11 22 33',
  '$0-9000 $0-8000 $0-7000 $0-6000 $0-5000 $0-4000',
  'memroy modul',
  'LM-M5D-1920-64X',
];
const NARROWED = [
  'category=memory',
  'category=solid-state-drives&inStock=1',
  'category=memory&f.capacity=16,32',
  'q=ddr5&f.ecc=yes',
  'q=memory',
  'inStock=1',
  'sort=name',
  'category=memory&sort=f.capacity',
];

/**
 * Measures searches, narrowed grids and lines that are matched, one request at a time, clicks on facets and an import of
 * `imported` rows, in a shop with its first products and in one with `products` generated ones.
 */
export async function measureCatalogue(
  databases: { small: TestDatabase; large: TestDatabase },
  { products, samples, clicks, pastes, imported }: CatalogueSizes,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<CatalogueSide[]> {
  say(`filling a shop with ${products} parts`);
  await fillCatalogue(databases.large, { count: products });
  const sides: CatalogueSide[] = [];
  for (const database of [databases.small, databases.large]) {
    // The first start of a process compiles: the second is measured.
    await (await startShopProcess(database.url, env)).stop();
    const begun = performance.now();
    const shop = await startShopProcess(database.url, env);
    const startMs = performance.now() - begun;
    const startCpuMs = (await shop.usage()).cpu / 1000;
    try {
      say('searching, narrowing and matching');
      await measureRows(shop, samples);
      const rows = await measureRows(shop, samples);
      const { used, rss } = await shop.usage({ collect: true });
      say('clicking facets');
      const click = quantilesOf(await timeFacetClicks(shop.origin, clicks));
      say('pasting lines into the order pad');
      const paste = quantilesOf(await timePastes(shop.origin, pastes));
      say(`importing ${imported} rows`);
      const work = (isOver: () => boolean) => measureGrids(shop, isOver, SHOPPERS_EVERY);
      const importTimes = await timeImport(shop.origin, imported, work);
      const { rows: count } = await database.pool.query<{ count: number }>(
        'select count(*)::int from products',
      );
      const size = { products: count[0]!.count, startMs, startCpuMs, used, rss };
      sides.push({ ...size, rows, click, paste, imported: importTimes });
    } finally {
      await shop.stop();
    }
  }
  return sides;
}

const quantilesOf = (sorted: number[]) => ({ p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) });

/** Milliseconds between two pages of the grid while an import runs: 30 or so a second are asked for. */
const SHOPPERS_EVERY = 30;

/** Lists of lines take longer: so many times fewer are measured. */
const MATCHED_LESS = 8;

let asked = 0;

/** A condition that was not there before, so that no answer is remembered. */
const fresh = () => {
  asked += 1;
  return `price=0..${100_000 + asked}`;
};

async function measureRows(shop: MeasuredServer, samples: number): Promise<CatalogueRow[]> {
  const get = getFrom(shop);
  const isOver = (n: number) => n >= samples;
  const isSoonOver = (n: number) => n >= samples / MATCHED_LESS;
  const suggestion = (q: string) => [get(`/suggest?q=${encodeURIComponent(q)}`)];
  return [
    await measure(shop, 'suggestions', isOver, (n) => suggestion(TYPED[n % TYPED.length]!)),
    await measure(shop, 'suggestions for hard searches', isOver, (n) =>
      suggestion(`${HARD[n % HARD.length]} ${n}`),
    ),
    await measureGrids(shop, isOver),
    await measure(shop, 'a page of the grid of hard searches', isOver, (n) => [
      get(`/products?q=${encodeURIComponent(HARD[n % HARD.length]!)}&${fresh()}&limit=48`),
    ]),
    ...(await measureMatching(shop, (what, request) => measure(shop, what, isSoonOver, (n) => [request(n)]))),
  ];
}

const getFrom = (shop: MeasuredServer) => (path: string) =>
  requestBytes(shop.origin, 'GET', path, { headers: { accept: 'application/json' } });

function measureGrids(
  shop: MeasuredServer,
  isOver: (n: number) => boolean,
  pause = 0,
): Promise<CatalogueRow> {
  const get = getFrom(shop);
  const asked = (n: number) => {
    const query = `${NARROWED[n % NARROWED.length]}&${fresh()}`;
    return [get(`/products?${query}&limit=48`), get(`/facets?${query}`)];
  };
  return measure(shop, 'a page of the grid and its facets', isOver, asked, pause);
}

/** Measures requests one after the other until it is over. */
async function measure(
  shop: MeasuredServer,
  what: string,
  isOver: (n: number) => boolean,
  requestsOf: (n: number) => Buffer[],
  pause = 0,
): Promise<CatalogueRow> {
  const connection = await Connection.open(shop.origin);
  const times: number[] = [];
  await shop.usage();
  try {
    for (let n = 0; !isOver(n); n += 1) {
      const begun = performance.now();
      for (const request of requestsOf(n)) {
        const status = await connection.ask(request);
        if (status !== 200) throw new Error(`${request.toString('latin1', 0, 100)}: got ${status}`);
      }
      times.push(performance.now() - begun);
      if (pause > 0) await setTimeout(pause);
    }
  } finally {
    connection.close();
  }
  const { blocked } = await shop.usage();
  times.sort((a, b) => a - b);
  return { what, p50: quantile(times, 0.5), p95: quantile(times, 0.95), blocked };
}
