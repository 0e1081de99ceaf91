// The minimal server in Node for prepared responses: node:http and a table of paths. ANSWERS names a
// JSON file of `[path, status, headers, body in base64]`: recorded responses of the shop.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportUsage } from './report-usage.ts';

type Answer = [path: string, status: number, headers: string[], body: string];

const answers = new Map(
  (JSON.parse(readFileSync(process.env.ANSWERS!, 'utf8')) as Answer[]).map(
    ([path, status, headers, body]) => [path, { status, headers, body: Buffer.from(body, 'base64') }],
  ),
);

const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!)!;
  response.writeHead(status, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
reportUsage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => server.close());
