import { requestBytes } from './connection.ts';
import { hear, serveAnswers } from './heard.ts';
import { inTurns, type Measured, measure } from './in-turns.ts';
import type { MeasuredServer } from './servers.ts';

export interface ReadingRow {
  name: string;
  shop: Measured;
  bare: Measured;
  bytes: number;
}

const CONNECTIONS = 32;
/** The headers of a browser's navigation, and of a call. */
const FOR_PAGE = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const FOR_CALL = { accept: 'application/json' };
const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br' };

/** Compares public responses with a bare server that sends the same bytes from a table. */
export async function compareReading(
  shop: MeasuredServer,
  productId: string,
  { seconds, rounds }: { seconds: number; rounds: number },
  say: (line: string) => void,
): Promise<ReadingRow[]> {
  const reads: [name: string, path: string, headers: Record<string, string>][] = [
    ['GET /products', '/products', FOR_CALL],
    ['GET /products, compressed', '/products?', { ...FOR_CALL, ...COMPRESSED }],
    ['GET /products/{id}', `/products/${productId}`, FOR_CALL],
    ['page /', '/', FOR_PAGE],
    ['page /, compressed', '/?', { ...FOR_PAGE, ...COMPRESSED }],
    ['page /allProducts', '/allProducts', FOR_PAGE],
  ];
  const answers = await Promise.all(reads.map(([, path, headers]) => hear(shop.origin, path, headers)));
  const bare = await serveAnswers(answers);
  try {
    const rows: ReadingRow[] = [];
    for (const [index, [name, path, headers]] of reads.entries()) {
      say(`${name} against a bare server`);
      const side = (server: MeasuredServer) => {
        const bytes = requestBytes(server.origin, 'GET', path, { headers });
        return () => measure(server, 200, { connections: CONNECTIONS, seconds, next: () => bytes });
      };
      const measured = await inTurns({ shop: side(shop), bare: side(bare) }, rounds);
      rows.push({ name, ...measured, bytes: Buffer.from(answers[index]![3], 'base64').length });
    }
    return rows;
  } finally {
    await bare.stop();
  }
}
