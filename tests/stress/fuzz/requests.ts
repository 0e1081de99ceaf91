import fc from 'fast-check';
import { z } from 'zod';
import type { Call } from '#contract/kernel/call.ts';
import { isClosedTo } from '#contract/kernel/refusals.ts';
import { fieldsOf, fromSchema, type Known, mutate } from './schemas.ts';
import { encode, hostileBody, hostileSegment, hostileText } from './values.ts';

/** One request, as it goes over the wire. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The headers of each kind of caller. */
export type Proofs = Record<'admin' | 'customer' | 'cookie', Record<string, string>>;

/** The data of the shop under test. */
export interface World {
  proofs: Proofs;
  /** Existing values of path parameters, query parameters and fields, by name. */
  known: Known;
  /** Values that a DELETE may name: no other request needs them. */
  expendable: Known;
}

const WEIRD_HEADERS: [string, string][] = [
  ['accept', 'text/csv'],
  ['accept', '*/*;q=nan, text/html;q=2,,,;'],
  ['accept-encoding', 'gzip, deflate, \u00e9'],
  ['if-none-match', '*, W/"'],
  ['idempotency-key', 'x'.repeat(300)],
  ['idempotency-key', 'caf\u00e9'],
  ['idempotency-key', 'again'],
  ['authorization', 'Bearer null'],
  ['authorization', `Bearer ${'x'.repeat(5000)}`],
  ['authorization', 'Basic YTpi'],
  ['cookie', 'northbridge.session_token=%00; a=b; ;;='],
  ['cookie', 'x'.repeat(4000)],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['range', 'bytes=0-,-1'],
  ['content-encoding', 'gzip'],
  ['x-forwarded-for', "'; drop table users; --"],
  ['x-http-method-override', 'DELETE'],
  ['stripe-signature', 't=99999999999999999999,v1=00'],
  ['x-huge', 'x'.repeat(8000)],
];

const MULTIPART = 'multipart/form-data; boundary=x';
const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const file = 'content-disposition: form-data; name="image"; filename="a.png"';

const MULTIPART_BODIES = [
  '',
  '--x--\r\n',
  part(file, 'no picture'),
  `${part(file, 'no picture')}--x--\r\n`,
  `${part(file, '')}--x--\r\n`,
  `${part(file.replace('image', '__proto__'), 'x')}--x--\r\n`,
  `${part(file.replace('a.png', '../../a\0.png'), '<svg onload="alert(1)"/>')}--x--\r\n`,
  `${part('content-disposition: form-data; name="image"', 'a field')}--x--\r\n`,
  `${part(file, 'x').repeat(20)}--x--\r\n`,
  `${part('nonsense', 'x')}--x--\r\n`,
  `${part(file, 'GIF89a')}${part(file, 'x')}`,
  `${part(file, 'sku,name,price\r\nA-1,"a ""part""",1e3\r\n=1+1,,')}--x--\r\n`,
  `${part(file, 'sku;price\n"A-1;3')}--x--\r\n`,
  `${part(file, 'PK\x03\x04 no workbook')}--x--\r\n`,
];

const MEDIA_TYPES = [
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  MULTIPART,
  'text/plain',
  'application/json, text/html',
  '/',
  ';',
];

/** Requests of one call: valid ones, valid ones with an error, and garbage. */
export function requestsOf(call: Call, world: World): fc.Arbitrary<FuzzRequest> {
  const known = call.method === 'DELETE' ? { ...world.known, ...world.expendable } : world.known;
  return fc
    .record({
      path: pathOf(call, known),
      query: queryOf(call, known),
      who: proofOf(call, world.proofs),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...typesOf(call)) },
        { weight: 1, arbitrary: fc.constantFrom(...MEDIA_TYPES) },
      ),
      extra: fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(...WEIRD_HEADERS), { maxLength: 3 }) },
      ),
      body: bodyOf(call, known),
    })
    .map(({ path, query, who, type, extra, body }) => ({
      method: call.method,
      path: path + query,
      headers: { ...who, ...(body !== undefined && { 'content-type': type }), ...Object.fromEntries(extra) },
      body,
    }));
}

function typesOf(call: Call): string[] {
  return [
    ...(call.body === 'multipart' ? [MULTIPART] : []),
    ...(call.body !== 'multipart' || call.orJson ? ['application/json'] : []),
  ];
}

function proofOf(call: Call, proofs: Proofs): fc.Arbitrary<Record<string, string>> {
  const nobody = { weight: 1, arbitrary: fc.constant({}) };
  if (call.proof === 'cookie') return fc.oneof({ weight: 8, arbitrary: fc.constant(proofs.cookie) }, nobody);
  return fc.oneof(
    { weight: isClosedTo('customer', call) ? 12 : 4, arbitrary: fc.constant(proofs.admin) },
    { weight: isClosedTo('customer', call) ? 1 : 8, arbitrary: fc.constant(proofs.customer) },
    nobody,
  );
}

function pathOf(call: Call, known: Known): fc.Arbitrary<string> {
  const segments = call.path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return fc.constant(segment);
    const values = (known[segment.slice(1)] ?? ['x']).map((value) => encode(String(value)));
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...values) },
      { weight: 2, arbitrary: hostileSegment },
    );
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function queryOf(call: Call, known: Known): fc.Arbitrary<string> {
  const names = call.query ? fieldsOf(call.query) : ['x'];
  const pair = fc.oneof(
    ...names.map((name) => {
      const values = known[name];
      return fc.tuple(
        fc.constant(name),
        values ? fc.oneof(fc.constantFrom(...values).map(String), hostileText) : hostileText,
      );
    }),
    fc.tuple(fc.constantFrom('__proto__', 'constructor[prototype]', 'limit[]', 'q[$ne]', ''), hostileText),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    {
      weight: 4,
      arbitrary: fc
        .array(pair, { minLength: 1, maxLength: 4 })
        .map((pairs) => `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`),
    },
    { weight: 1, arbitrary: hostileSegment.map((text) => `?${text}`) },
  );
}

function bodyOf(call: Call, known: Known): fc.Arbitrary<string | undefined> {
  if (call.method === 'GET') return fc.constant(undefined);
  const rubbish = { weight: 1, arbitrary: hostileBody };
  if (call.body === 'multipart') {
    const json = call.orJson ? [{ weight: 3, arbitrary: fromSchema(call.orJson, known).map(toJson) }] : [];
    const files = fc
      .constantFrom(...MULTIPART_BODIES)
      .map((body) => body.replaceAll('"image"', `"${call.file ?? 'image'}"`));
    return fc.oneof({ weight: 3, arbitrary: files }, ...json, rubbish);
  }
  if (!(call.body instanceof z.ZodType))
    return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, rubbish);
  const input = fromSchema(call.body, known);
  return fc.oneof(
    { weight: 3, arbitrary: input.map(toJson) },
    { weight: 5, arbitrary: mutate(input, fieldsOf(call.body)).map(toJson) },
    rubbish,
  );
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
