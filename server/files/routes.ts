import type { FastifyRequest } from 'fastify';
import type { fileCalls } from '#contract/files/calls.ts';
import { FILE_MAX_BYTES } from '#contract/files/schema.ts';
import { Answer } from '../ground/handling/answer.ts';
import { requireSender } from '../ground/handling/connected.ts';
import { Gate } from '../ground/handling/gate.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { Problem } from '../ground/handling/problem.ts';
import { isAmong } from '../ground/handling/ready-bytes.ts';
import type { FileStore, Span } from '../ground/storage/store.ts';
import type { Upload, Uploads } from './uploads.ts';
// Declares request.file().
import '@fastify/multipart';

/** Concurrent uploads: each takes room on the disk until it is stored. */
const MOST_UPLOADS = 16;

const NAME = /^[0-9a-f]{64}\.pdf$/;

/**
 * The headers of every file. Whatever it contains, a browser may not run it as a page of the shop: it is a PDF, it may load
 * nothing, and as a document it would have an origin of its own without scripts. So it can be `inline`: buyers look at
 * datasheets in the browser's viewer, which is no part of the document and opens sandboxed ones, too.
 */
const HEADERS = {
  'content-type': 'application/pdf',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
  'x-content-type-options': 'nosniff',
  // A sandboxed document that isolates itself from its opener is a network error to browsers (HTML, 7.4.2).
  'cross-origin-opener-policy': 'unsafe-none',
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
};

export type FileCalls = keyof typeof fileCalls;

export function fileHandlers(store: FileStore, uploads: Uploads): HandlersOf<FileCalls> {
  const gate = new Gate(MOST_UPLOADS);
  return {
    async uploadFile({ request }) {
      gate.admit();
      return gate.run(() =>
        receive(request, uploads, async ({ path, sha256, bytes }) => {
          const name = `${sha256}.pdf`;
          await store.take(name, path, 'application/pdf');
          return { url: `/files/${name}`, bytes };
        }),
      );
    },

    async getFile({ params: { name }, request }) {
      const bytes = NAME.test(name) ? await store.size(name) : undefined;
      if (bytes === undefined) throw new Problem('not_found', { what: 'file' });
      const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
      const etag = `"${name.slice(0, 64)}"`;
      if (isAmong(etag, ifNoneMatch)) return new Answer('', { ...HEADERS, etag }, { status: 304 });
      const span = ifRange === undefined || ifRange === etag ? readSpan(range, bytes) : undefined;
      const body = await store.open(name, span);
      if (!body) throw new Problem('not_found', { what: 'file' });
      const { start, end } = span ?? { start: 0, end: bytes - 1 };
      const headers = { ...HEADERS, etag, 'content-length': String(end - start + 1) };
      if (!span) return new Answer(body, headers);
      return new Answer(
        body,
        { ...headers, 'content-range': `bytes ${start}-${end}/${bytes}` },
        { status: 206 },
      );
    },
  };
}

/** Receives the file of a request. Throws 400 and 413 for what cannot be read and what is too large. */
async function receive<T>(
  request: FastifyRequest,
  uploads: Uploads,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  try {
    requireSender(request);
    const part = await request.file({ limits: { fileSize: FILE_MAX_BYTES, files: 1, fields: 10 } });
    if (part?.fieldname !== 'file') throw new Problem('no_file');
    return await uploads.receive(part.file, (upload) => {
      if (part.file.truncated)
        throw new Problem('too_large', { what: 'file', megabytes: FILE_MAX_BYTES / 1024 ** 2 });
      return work(upload);
    });
  } catch (error) {
    // What the disk or the storage refuses is not the client's doing.
    if (error instanceof Problem || (error as NodeJS.ErrnoException).syscall) throw error;
    throw new Problem('broken_upload');
  }
}

/**
 * Returns the part of a file that a header `Range` names; undefined for the whole file, also where the header names several
 * parts or cannot be read (RFC 9110, 14.2). Throws 416 for a part that the file does not have.
 */
function readSpan(header: string | undefined, bytes: number): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // Without a first byte it is that many from the end.
  const start = first === '' ? Math.max(bytes - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= bytes)
    throw new Problem('no_such_part', undefined, { headers: { 'content-range': `bytes */${bytes}` } });
  return { start, end };
}
