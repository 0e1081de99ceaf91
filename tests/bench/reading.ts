import { requestBytes } from './connection.ts';
import { hear, serveAnswers } from './heard.ts';
import { inTurns } from './in-turns.ts';
import { measure } from './load.ts';
import type { Row } from './report.ts';
import type { MeasuredServer } from './servers.ts';
import type { Sides } from './sides.ts';

const CONNECTIONS = 32;
/** The headers of a browser's navigation, and of a call. */
const FOR_PAGE = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const FOR_CALL = { accept: 'application/json' };
const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br' };

const READS: [name: string, path: string, headers: Record<string, string>][] = [
  ['GET /products', '/products', FOR_CALL],
  ['GET /products, compressed', '/products?', { ...FOR_CALL, ...COMPRESSED }],
  ['GET /products/{id}', '/products/{id}', FOR_CALL],
  ['page /', '/', FOR_PAGE],
  ['page /, compressed', '/?', { ...FOR_PAGE, ...COMPRESSED }],
  ['page /allProducts', '/allProducts', FOR_PAGE],
];

/** Compares public responses with a bare server that sends the same bytes from a table. */
export async function compareReading(
  { shop, before }: Sides,
  { seconds, rounds }: { seconds: number; rounds: number },
  say: (line: string) => void,
): Promise<Row[]> {
  const pathsOf = async ({ shop: { origin } }: { shop: MeasuredServer }) => {
    const [product] = await (await fetch(`${origin}/products`)).json();
    return READS.map(([, path]) => path.replace('{id}', product._id));
  };
  const paths = { shop: await pathsOf(shop), before: before ? await pathsOf(before) : [] };
  const answers = await Promise.all(
    READS.map(([, , headers], n) => hear(shop.shop.origin, paths.shop[n]!, headers)),
  );
  const bare = await serveAnswers(answers);
  try {
    const rows: Row[] = [];
    for (const [n, [name, , headers]] of READS.entries()) {
      say(name);
      const side = (server: MeasuredServer, path: string) => {
        const bytes = requestBytes(server.origin, 'GET', path, { headers });
        return () => measure(server, 200, { connections: CONNECTIONS, seconds, next: () => bytes });
      };
      const sides = {
        shop: side(shop.shop, paths.shop[n]!),
        bare: side(bare, paths.shop[n]!),
        ...(before && { before: side(before.shop, paths.before[n]!) }),
      };
      // Pages are rendered once before they come from memory.
      for (const ask of Object.values(sides)) await ask();
      rows.push(...(await inTurns(name, sides, rounds)));
    }
    return rows;
  } finally {
    await bare.stop();
  }
}
