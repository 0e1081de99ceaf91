import { makeBuyers } from '../fixtures/accounts.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { requestBytes } from './connection.ts';
import { load } from './load.ts';
import { ordersOf, stockUp } from './ordering.ts';
import type { MeasuredServer } from './servers.ts';

export interface SoakSample {
  minute: number;
  rss: number;
  heap: number;
  perSecond: number;
}

/**
 * Sends lists, pages, searches and orders for some minutes at full rate, and measures memory after
 * a garbage collection each half minute.
 */
export async function soak(
  shop: MeasuredServer,
  { pool }: TestDatabase,
  minutes: number,
  say: (line: string) => void,
): Promise<SoakSample[]> {
  const products = await stockUp(pool, shop);
  const buyers = await makeBuyers(pool, 50_000);
  const order = ordersOf(shop.origin, buyers, products);
  const get = (path: string, headers: Record<string, string> = {}) =>
    requestBytes(shop.origin, 'GET', path, { headers });
  let n = 0;
  const next = () => {
    n += 1;
    switch (n % 10) {
      case 0:
        return order();
      case 1:
        return get('/', { accept: 'text/html', 'accept-encoding': 'br' });
      case 2:
        return get('/allProducts', { accept: 'text/html' });
      case 3:
        // New addresses each time: caches must be bounded.
        return get(`/products?limit=20&q=${n % 7919}`);
      case 4:
        return get(`/allProducts?q=${n}`, { accept: 'text/html' });
      default:
        return get(`/products/${products[n % products.length]!._id}`);
    }
  };
  const samples: SoakSample[] = [];
  const begun = performance.now();
  while (performance.now() - begun < minutes * 60_000) {
    const seconds = Math.min(30, (minutes * 60) / 4);
    const { perSecond } = await load({ origin: shop.origin, connections: 16, seconds, next });
    const { rss, heap } = await shop.usage({ collect: true });
    const minute = (performance.now() - begun) / 60_000;
    samples.push({ minute, rss, heap, perSecond });
    say(`${minute.toFixed(1)} min: ${mb(rss)} resident, ${mb(heap)} held, ${Math.round(perSecond)}/s`);
  }
  return samples;
}

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
