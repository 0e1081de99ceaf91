// The minimal endpoint in Node for an order: node:http, a pool of pg, one prepared statement that takes the
// stock and writes the order. No session, no checks, no log, no mail, no idempotency.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { newId } from '../../server/ground/database/uuid.ts';
import { BARE_ORDER } from './bare-order.ts';
import { reportUsage } from './report-usage.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 10 });

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { productId, userId, order } = JSON.parse(Buffer.concat(chunks).toString());
  const { rowCount } = await pool.query({
    name: 'order',
    text: BARE_ORDER,
    values: [newId(), userId, productId, order],
  });
  response.writeHead(rowCount === 1 ? 201 : 409, { 'content-type': 'application/json', 'content-length': 2 });
  response.end('{}');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
reportUsage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => pool.end());
