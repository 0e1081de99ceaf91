import { createHash, createHmac, type Hash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignatureV4 } from '@smithy/signature-v4';

/** The credentials and region of the bucket. */
export interface BucketKeys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** A running S3 server with one bucket. */
export interface TestBucket {
  /** The endpoint, to which a client adds `/pictures/<key>`. */
  endpoint: string;
  /** The stored objects, by path, such as `/pictures/images/a.webp`. */
  objects: Map<string, Buffer>;
  close(): Promise<void>;
}

/** AWS's own limit between a request's time and the server's. */
const MOST_SKEW_MS = 15 * 60_000;

/**
 * Starts an S3 server for tests: one bucket, `pictures`, in memory, with GET (parts, too), HEAD, PUT and DELETE of objects, and their list
 * (ListObjectsV2), two at a time. Each request's signature is
 * compared with the one that Amazon's own library (`@smithy/signature-v4`, the signer of the AWS SDK) makes of the request
 * as it arrived, so that a request which S3 would refuse is refused here as well (403).
 * @param before runs before a request is answered, which waits for it
 */
export async function startTestBucket(
  keys: BucketKeys,
  before: (method: string, path: string) => void | Promise<void> = () => {},
): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '';
    if (!(await isSigned(request, body, keys))) return response.writeHead(403).end();
    if (!/^\/pictures[/?]/.test(path)) return response.writeHead(404).end();
    await before(request.method ?? '', path);
    if (request.method === 'DELETE') {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    if (request.method === 'PUT') {
      objects.set(path, body);
      return response.end();
    }
    const listed = new URL(path, 'http://bucket');
    if (listed.pathname === '/pictures') return response.end(listObjects(objects, listed.searchParams));
    const object = objects.get(path);
    if (!object) return response.writeHead(404).end();
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1);
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length });
    return response.end(request.method === 'HEAD' ? undefined : part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** ListObjectsV2's answer (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html), as far as it is read. */
function listObjects(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].map((path) => path.slice('/pictures/'.length)).sort();
  const after = query.get('continuation-token') ?? '';
  const found = keys.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const page = found.slice(0, 2);
  const isLast = found.length <= 2;
  // It begins after a key, as S3's does, so that objects may be deleted meanwhile.
  const next = isLast ? '' : `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`;
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${contents}${next}</ListBucketResult>`;
}

/** Returns whether the request has a valid, recent signature for this body. */
async function isSigned(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  keys: BucketKeys,
): Promise<boolean> {
  const { authorization = '', host = '' } = headers;
  const names = /SignedHeaders=([a-z0-9;-]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const sentAt = toDate(String(headers['x-amz-date'] ?? ''));
  // S3 requires these headers to be signed, and every x-amz header.
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!needed.every((name) => names.includes(name))) return false;
  if (!(Math.abs(Date.now() - sentAt.getTime()) <= MOST_SKEW_MS)) return false;
  const told = headers['x-amz-content-sha256'];
  if (told !== 'UNSIGNED-PAYLOAD' && told !== createHash('sha256').update(body).digest('hex')) return false;
  const { pathname, searchParams } = new URL(url ?? '', `http://${host}`);
  const signer = new SignatureV4({
    credentials: keys,
    region: keys.region,
    service: 's3',
    sha256: Sha256,
    // As S3 does: the path of a key is not normalised.
    uriEscapePath: false,
  });
  const signed = await signer.sign(
    {
      method: method ?? '',
      protocol: 'http:',
      hostname: host,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])),
    },
    { signingDate: sentAt, signableHeaders: new Set(names) },
  );
  return signatureOf(signed.headers.authorization) === signatureOf(authorization);
}

/** Parses an Authorization header: clients differ in the spaces between its parts. */
function signatureOf(header = ''): string {
  return header.split(/[ ,]/).filter(Boolean).join(' ');
}

/** Parses a date such as `20261122T171500Z`. */
function toDate(text: string): Date {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const [year, month, ...rest] = parts.map(Number);
  return new Date(year === undefined ? Number.NaN : Date.UTC(year, (month ?? 0) - 1, ...rest));
}

/** SHA-256, or HMAC-SHA-256 with a secret, in the interface of the library. */
class Sha256 {
  #hash: Hash;
  constructor(secret?: unknown) {
    this.#hash = (
      secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string)
    ) as Hash;
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}
