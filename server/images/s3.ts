import { AwsClient } from 'aws4fetch';
import { unavailable } from '../http/problem.ts';
import type { ImageStore } from './store.ts';

/** A bucket of S3-compatible storage. */
export interface S3Options {
  /** Where the storage is, such as https://s3.eu-central-1.amazonaws.com. No slash at its end. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;

/** Files in a bucket, below `images/`. Throws 503 while the storage cannot be reached. */
export function createS3Store({ endpoint, bucket, ...keys }: S3Options): ImageStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 2 });

  async function send(file: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      response = await client.fetch(`${endpoint}/${bucket}/images/${file}`, { ...init, signal });
    } catch {
      throw storageDown();
    }
    if (response.status >= 500 || response.status === 429) throw storageDown();
    return response;
  }

  return {
    async read(file) {
      const response = await send(file, { method: 'GET' });
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new Error(`The image storage answered ${response.status} for images/${file}`);
    },
    async write(file, bytes, contentType) {
      const headers = { 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' };
      const response = await send(file, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The image storage answered ${response.status} for images/${file}`);
    },
  };
}

function storageDown() {
  return unavailable(
    'image_storage_down',
    'The image storage cannot be reached right now. Try again in a moment.',
  );
}
