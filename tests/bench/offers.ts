import { fillCatalogue } from '../../server/demo/fill.ts';
import { makeBuyers } from '../fixtures/accounts.ts';
import { SHIP_TO } from '../fixtures/purchases.ts';
import { requestBytes } from './connection.ts';
import { inTurns } from './in-turns.ts';
import { ask, readParts } from './matching.ts';
import type { Row } from './report.ts';
import type { Side, Sides } from './sides.ts';

interface OfferSizes {
  /** Parts of the catalogue. */
  products: number;
  lists: number;
  /** Parts with a price in each list. */
  prices: number;
  companies: number;
  samples: number;
  rounds: number;
}

/** Parts on a page of the grid, and lines that are matched at once. */
const OFFERS = 24;
const LINES = 1_000;
/** The price lists of a buyer. */
const LISTS_OF_BUYER = 10;
/** Buyers with lists who ask in turns: together they have all lists. */
const BUYERS = 100;

/** Measures offers and lines of buyers with price lists beside those of one without, in a shop of many companies and lists. */
export async function measureOffers(
  { shop }: Sides,
  sizes: OfferSizes,
  say: (line: string) => void,
): Promise<Row[]> {
  say(`filling a shop with ${sizes.products} parts and ${sizes.lists} price lists`);
  await fillCatalogue(shop.database, { count: sizes.products });
  const [bare, ...listed] = await fillLists(shop, sizes);
  const { origin } = shop.shop;
  const parts = await readParts(origin, LINES);
  const of = (nth: number, count: number) =>
    Array.from({ length: count }, (_, n) => parts[(nth * count + n) % parts.length]!);
  const requests: Record<string, (token: string, nth: number) => Buffer> = {
    [`GET /offers of ${OFFERS} parts`]: (token, nth) => {
      const ids = of(nth, OFFERS).map(({ _id }) => _id);
      return requestBytes(origin, 'GET', `/offers?ids=${ids}`, { headers: bearer(token) });
    },
    [`pricing ${LINES} lines of known parts`]: (token, nth) => {
      const lines = of(nth, LINES).map(({ _id }, n) => ({ productId: _id, quantity: 100 + n + nth }));
      return requestBytes(origin, 'POST', '/lines/match', { body: { lines }, headers: bearer(token) });
    },
    [`matching ${LINES} lines with exact part numbers`]: (token, nth) => {
      const lines = of(nth, LINES).map(({ sku }, n) => ({ text: `${100 + n + nth}x ${sku}` }));
      return requestBytes(origin, 'POST', '/lines/match', { body: { lines }, headers: bearer(token) });
    },
  };
  const rows: Row[] = [];
  for (const [what, request] of Object.entries(requests)) {
    say(what);
    const count = what.startsWith('GET') ? sizes.samples : Math.ceil(sizes.samples / 8);
    const sides = {
      shop: () => ask(shop.shop, count, (nth) => request(listed[nth % BUYERS]!, nth)),
      withoutLists: () => ask(shop.shop, count, (nth) => request(bare!, nth)),
    };
    await sides.shop();
    await sides.withoutLists();
    rows.push(...(await inTurns(what, sides, sizes.rounds)));
  }
  return rows;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Adds companies with price lists, ten each. Returns the token of a buyer without lists, and those of buyers with ten each. */
async function fillLists(
  { database: { pool } }: Side,
  { lists, prices, companies }: OfferSizes,
): Promise<string[]> {
  const buyers = await makeBuyers(pool, 1 + BUYERS);
  await pool.query(
    `insert into price_lists (id, name, parts, created_by)
     select uuidv7(), 'List ' || n, 0, 'bench@example.com' from generate_series(1, $1) n`,
    [lists],
  );
  const { rows } = await pool.query<{ id: string }>('select id from price_lists');
  // Each list by itself: all together take longer than a statement may.
  for (const { id } of rows)
    await pool.query(
      `insert into price_list_lines (list_id, product_id, price_micros)
       select $1::uuid, id, greatest(1, price_micros * 9 / 10)
       from products order by md5(id::text || $1::uuid) limit $2`,
      [id, prices],
    );
  await pool.query(
    `update price_lists set parts = (select count(*) from price_list_lines where list_id = price_lists.id)`,
  );
  await pool.query(
    `insert into buyers (id, kind, name, address)
     select uuidv7(), 'company', 'Company ' || n, $2::jsonb from generate_series(1, $1) n`,
    [companies, JSON.stringify(SHIP_TO)],
  );
  await pool.query(
    `insert into buyer_price_lists (buyer_id, position, list_id)
     select buyers.id, nth, list.id
     from buyers cross join lateral (
       select id, row_number() over () as nth from (
         select id from price_lists order by md5(id::text || buyers.id::text) limit $1
       ) as chosen
     ) as list
     where kind = 'company' or buyers.id = any($2)`,
    [LISTS_OF_BUYER, buyers.slice(1).map(({ id }) => id)],
  );
  await pool.query('vacuum analyze');
  return buyers.map(({ token }) => token);
}
