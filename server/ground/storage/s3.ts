import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { S3Options } from '../env/s3.ts';
import { Problem } from '../handling/problem.ts';
import { traced } from '../tracing/span.ts';
import { isFileName, requireFileName } from './file-name.ts';
import type { FileStore } from './store.ts';

/** Milliseconds for an answer, and for a large file. */
const TIMEOUT_MS = 10_000;
const LARGE_TIMEOUT_MS = 60_000;
const LARGE_BYTES = 2 * 1024 * 1024;

/**
 * Files in a bucket, below a folder such as `images`. Throws 503 while the storage is unreachable or refuses the shop's key;
 * the log says which.
 */
export function createS3Store({ endpoint, bucket, ...keys }: S3Options, folder: string): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 2 });

  /** Returns a successful response, or undefined for the 404 of a read without such a file. Throws 503 for others. */
  async function send(file: string, init: RequestInit & { method: string }, timeout?: number) {
    const key = `${folder}/${requireFileName(file)}`;
    return request(`${endpoint}/${bucket}/${key}`, key, init, timeout);
  }

  async function request(
    url: string,
    what: string,
    init: RequestInit & { method: string },
    timeout = TIMEOUT_MS,
  ): Promise<Response | undefined> {
    let response: Response;
    try {
      const signal = AbortSignal.timeout(timeout);
      response = await traced(`s3 ${init.method}`, 's3', () => client.fetch(url, { ...init, signal }));
    } catch (error) {
      throw storageDown(error);
    }
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 && init.method !== 'PUT') return undefined;
    throw storageDown(new Error(`The storage answered ${response.status} for ${what}`));
  }

  /** Names in one page of the list, and where the next one begins. */
  async function listPage(after: string | undefined) {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` });
    if (after !== undefined) query.set('continuation-token', after);
    const response = await request(`${endpoint}/${bucket}?${query}`, `the list of ${folder}`, {
      method: 'GET',
    });
    const text = (await response?.text()) ?? '';
    const names = textsOf(text, 'Key').map((key) => key.slice(folder.length + 1));
    return { names, next: textsOf(text, 'NextContinuationToken')[0] };
  }

  async function put(file: string, body: Blob | Uint8Array<ArrayBuffer>, type: string, timeout?: number) {
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
    const response = await send(file, { method: 'PUT', headers, body }, timeout);
    await response?.body?.cancel();
  }

  return {
    async read(file) {
      const response = await send(file, { method: 'GET' });
      return response && Buffer.from(await response.arrayBuffer());
    },
    write: (file, bytes, contentType) =>
      put(
        file,
        new Uint8Array(bytes),
        contentType,
        bytes.length > LARGE_BYTES ? LARGE_TIMEOUT_MS : TIMEOUT_MS,
      ),
    async size(file) {
      const response = await send(file, { method: 'HEAD' });
      return response && Number(response.headers.get('content-length'));
    },
    async open(file, span) {
      const headers = span && { range: `bytes=${span.start}-${span.end}` };
      const response = await send(file, { method: 'GET', ...(headers && { headers }) }, LARGE_TIMEOUT_MS);
      return response?.body ? Readable.fromWeb(response.body as ReadableStream) : undefined;
    },
    async *list() {
      let next: string | undefined;
      do {
        const page = await listPage(next);
        // Consoles make entries for folders, and others may keep something there.
        yield* page.names.filter(isFileName);
        next = page.next;
      } while (next);
    },
    async take(file, path, type) {
      await put(file, await openAsBlob(path, { type }), type, LARGE_TIMEOUT_MS);
    },
  };
}

/** The texts of all elements of a name in XML, which have no attributes and nothing in them. */
function textsOf(xml: string, name: string): string[] {
  const [, ...after] = xml.split(`<${name}>`);
  return after.map((text) => unescapeXml(text.slice(0, text.indexOf('<'))));
}

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

function storageDown(cause: unknown): Problem {
  const problem = new Problem('image_storage_down');
  problem.cause = cause;
  return problem;
}
