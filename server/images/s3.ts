import { AwsClient } from 'aws4fetch';
import type { S3Options } from '../env/s3.ts';
import { Problem } from '../handling/problem.ts';
import type { ImageStore } from './store.ts';

const TIMEOUT_MS = 10_000;

/**
 * Files in a bucket, below `images/`. Throws 503 while the storage is unreachable or refuses the shop's key; the log says
 * which.
 */
export function createS3Store({ endpoint, bucket, ...keys }: S3Options): ImageStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 2 });

  /** Returns a successful response, or the 404 of a read without such a file. Throws 503 for others. */
  async function send(file: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      response = await client.fetch(`${endpoint}/${bucket}/images/${file}`, { ...init, signal });
    } catch (error) {
      throw storageDown(error);
    }
    if (response.ok || (response.status === 404 && init.method === 'GET')) return response;
    await response.body?.cancel();
    throw storageDown(new Error(`The image storage answered ${response.status} for images/${file}`));
  }

  return {
    async read(file) {
      const response = await send(file, { method: 'GET' });
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      return undefined;
    },
    async write(file, bytes, contentType) {
      const headers = { 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' };
      const response = await send(file, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      await response.body?.cancel();
    },
  };
}

function storageDown(cause: unknown): Problem {
  const problem = new Problem('image_storage_down');
  problem.cause = cause;
  return problem;
}
