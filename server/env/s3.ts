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

/** Where uploads are: the bucket, if one is named, and to which of both places new ones go. */
export interface Uploads {
  s3: S3Options | undefined;
  uploadsTo: 'bucket' | 'disk';
}

/** Reads where uploads are. They go to the bucket where there is one and `UPLOADS_TO` says nothing else. */
export function readUploads(variables: Variables): Uploads {
  const s3 = readS3(variables);
  const hasBucket = variables.get('S3_BUCKET') !== undefined;
  const uploadsTo = variables.oneOf('UPLOADS_TO', hasBucket ? 'bucket' : 'disk', ['bucket', 'disk']);
  if (uploadsTo === 'bucket' && !hasBucket)
    variables.wrong(
      'UPLOADS_TO is bucket, but no bucket is named: set S3_BUCKET and the variables beside it',
    );
  return { s3, uploadsTo };
}

function readS3(variables: Variables): S3Options | undefined {
  const values = variables.together('S3', {
    S3_ENDPOINT: 'where the storage is, such as https://s3.eu-central-1.amazonaws.com',
    S3_BUCKET: 'the name of a bucket',
    S3_ACCESS_KEY_ID: 'the id of a key that may read and write there',
    S3_SECRET_ACCESS_KEY: 'the secret of that key',
  });
  const endpoint = withoutSlashesAtEnd(readWebAddress(variables, 'S3_ENDPOINT'));
  if (!values || !endpoint) return undefined;
  return {
    endpoint,
    bucket: values.S3_BUCKET,
    region: variables.get('S3_REGION') ?? 'us-east-1',
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  };
}
