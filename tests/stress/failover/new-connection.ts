import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

/**
 * As fetch, by HTTP/1.1 and on a connection of its own, as browsers do when they have nothing open: what a kept connection loses by a
 * race is not what is looked for. Node's fetch keeps one of HTTP/2, whatever its headers say.
 */
export async function fetchAnew(url: string, { method, headers, body }: RequestInit): Promise<Response> {
  const asked = request(url, {
    ...{ method, headers: headers as Record<string, string>, agent: false, ALPNProtocols: ['http/1.1'] },
  });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const content = await text(answer);
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  const status = answer.statusCode!;
  return new Response(status === 204 || status === 304 ? null : content, { status, headers: pairs });
}
