import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeBuyers } from '../fixtures/accounts.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { requestBytes } from './connection.ts';
import { inTurns, type Measured, measure } from './in-turns.ts';
import { ordersOf, stockUp } from './ordering.ts';
import { type MeasuredServer, startShopProcess } from './servers.ts';

/** The same requests without traces, with them, and by the shop of another folder, if one was named. */
export interface TracingRow {
  name: string;
  off: Measured;
  on: Measured;
  beside?: Measured;
}

interface TracingSizes {
  seconds: number;
  rounds: number;
  warmUp: number;
  env: Record<string, string>;
  /** The root of another version, whose packages are installed. */
  beside?: string | undefined;
}

const CONNECTIONS = 8;

/** Compares a shop that exports no traces with one that exports them to a receiver of this program. */
export async function compareTracing(
  database: TestDatabase,
  { seconds, rounds, warmUp, env, beside }: TracingSizes,
  say: (line: string) => void,
): Promise<TracingRow[]> {
  const receiver = await startReceiver();
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const shops: Partial<Record<keyof Omit<TracingRow, 'name'>, MeasuredServer>> = {};
  try {
    // One after the other: the first creates the schema.
    shops.off = await startShopProcess(database.url, env);
    shops.on = await startShopProcess(database.url, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    if (beside) shops.beside = await startShopProcess(database.url, env, beside);
    const products = await stockUp(database.pool, shops.off);
    const buyers = await makeBuyers(database.pool, 10_000);
    const { token, email } = buyers[0]!;
    const asBuyer = { accept: 'application/json', authorization: `Bearer ${token}` };
    const turn = { n: 0 };
    const same =
      (path: string, headers: Record<string, string>) =>
      ({ origin }: MeasuredServer) => {
        const bytes = requestBytes(origin, 'GET', path, { headers });
        return () => bytes;
      };
    const calls: [name: string, status: number, nextOf: (shop: MeasuredServer) => () => Buffer][] = [
      ['page /', 200, same('/', { accept: 'text/html' })],
      ['GET /products/{id}', 200, same(`/products/${products[0]!._id}`, { accept: 'application/json' })],
      ['GET /purchases, one buyer’s', 200, same(`/purchases?email=${email}`, asBuyer)],
      ['POST /orders', 201, ({ origin }) => ordersOf(origin, buyers, products, turn)],
    ];
    const rows: TracingRow[] = [];
    for (const [name, status, nextOf] of calls) {
      say(`${name} without traces and with them${beside ? `, and by ${beside}` : ''}`);
      const load = { connections: CONNECTIONS, seconds };
      const sides = Object.entries(shops).map(([side, shop]) => {
        const next = nextOf(shop);
        return [side, () => measure(shop, status, { ...load, next })] as const;
      });
      for (const [, ask] of sides) for (let done = 0; done < warmUp; ) done += (await ask()).answers;
      const measured = await inTurns(Object.fromEntries(sides), rounds);
      rows.push({ name, ...(measured as Omit<TracingRow, 'name'>) });
    }
    return rows;
  } finally {
    await Promise.all(Object.values(shops).map((shop) => shop.stop()));
    receiver.close();
    receiver.closeAllConnections();
  }
}

/** Takes what is exported, and keeps none of it. */
async function startReceiver(): Promise<Server> {
  const receiver = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return receiver;
}
