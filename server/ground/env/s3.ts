import { readWebAddress, withoutSlashesAtEnd } from './network.ts';
import type { Variables } from './variables.ts';

/** A bucket of S3-compatible storage. */
export interface S3Options {
  /** Where the storage is, such as https://s3.eu-central-1.amazonaws.com. No slash at its end. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Reads which bucket uploads are kept in. Without one they are kept on the disk. */
export function readS3(variables: Variables): S3Options | undefined {
  const values = variables.together('S3', {
    S3_ENDPOINT: 'where the storage is, such as https://s3.eu-central-1.amazonaws.com',
    S3_BUCKET: 'the name of a bucket',
    S3_ACCESS_KEY_ID: 'the id of a key that may read and write there',
    S3_SECRET_ACCESS_KEY: 'the secret of that key',
  });
  const endpoint = withoutSlashesAtEnd(readWebAddress(variables, 'S3_ENDPOINT'));
  const region = variables.get('S3_REGION') ?? 'us-east-1';
  if (!values || !endpoint) return undefined;
  return {
    endpoint,
    bucket: values.S3_BUCKET,
    region,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  };
}
