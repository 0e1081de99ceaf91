/**
 * The file that a backup is in: a line that says how it is kept, the bytes, and a SHA-256 of all that stands before
 * it. With a key the bytes are encrypted in pieces by AES-256-GCM, each with its place and whether it is the last, so that none can be
 * changed, moved or left out.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type Hash,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { OperatorError } from '../../ground/operator-error.ts';

const MAGIC = 'northbridge-backup 1 ';
/** The longest first line. */
const MOST_HEAD = 200;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
/** Bytes that are encrypted at once. */
const PIECE = 1024 * 1024;
const CIPHER = 'aes-256-gcm';

/** Returns the pieces of the file for bytes as they come. */
export async function* seal(bytes: AsyncIterable<Buffer>, key: string | undefined): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const salt = randomBytes(SALT_BYTES);
  const noted = (piece: Buffer) => {
    hash.update(piece);
    return piece;
  };
  yield noted(Buffer.from(`${MAGIC}${key === undefined ? 'plain' : `${CIPHER} ${salt.toString('hex')}`}\n`));
  for await (const piece of key === undefined ? bytes : encrypt(bytes, derive(key, salt))) yield noted(piece);
  yield hash.digest();
}

/**
 * Returns the bytes that were sealed, once all of the file has been read and found whole.
 * @throws OperatorError for a file that is none of ours or damaged, for a key that is missing or another one, and with a key for a file
 * that is not encrypted, which anybody may have made
 */
export async function openSealed(path: string, key: string | undefined): Promise<AsyncIterable<Buffer>> {
  const { head, size } = await readHead(path);
  const [, how, salt] = /^northbridge-backup 1 (plain|aes-256-gcm ([0-9a-f]{32}))\n$/.exec(head) ?? [];
  if (how === undefined)
    throw new OperatorError(
      head.startsWith('northbridge-backup ')
        ? `${path} was made by a newer version of the shop. Use that one.`
        : `${path} is no backup of this shop.`,
    );
  if (salt !== undefined && key === undefined)
    throw new OperatorError(`${path} is encrypted. Set BACKUP_KEY to the key that it was made with.`);
  if (salt === undefined && key !== undefined)
    throw new OperatorError(
      `${path} is not encrypted, so anybody may have made it. If you trust it, take BACKUP_KEY away for this command.`,
    );
  const end = size - HASH_BYTES;
  await requireWhole(path, end);
  const body = createReadStream(path, { start: head.length, end: end - 1, highWaterMark: PIECE });
  if (salt === undefined) return body;
  return decrypt(body, end - head.length, derive(key!, Buffer.from(salt, 'hex')));
}

async function readHead(path: string): Promise<{ head: string; size: number }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${path} cannot be read (${error.code}).`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_HEAD), 0, MOST_HEAD, 0);
    const text = buffer.subarray(0, bytesRead).toString('latin1');
    const { size } = await file.stat();
    return { head: text.slice(0, text.indexOf('\n') + 1), size };
  } finally {
    await file.close();
  }
}

async function requireWhole(path: string, end: number): Promise<void> {
  const damaged = new OperatorError(
    `${path} is damaged or cut short. Copy it again from where it is kept, or use another one.`,
  );
  if (end < MAGIC.length) throw damaged;
  const hash: Hash = createHash('sha256');
  let told = Buffer.alloc(0);
  let at = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE })) {
    const inBody = Math.max(0, Math.min(chunk.length, end - at));
    hash.update(chunk.subarray(0, inBody));
    told = Buffer.concat([told, chunk.subarray(inBody)]);
    at += chunk.length;
  }
  if (!hash.digest().equals(told)) throw damaged;
}

/** Of a password that a person may have thought of (RFC 7914). */
const derive = (key: string, salt: Buffer) =>
  scryptSync(key, salt, 32, { N: 2 ** 15, maxmem: 64 * 1024 * 1024 });

/** Each file has a key of its own, so a piece's place is a nonce that is used once. */
function nonceOf(nth: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(nth, 6, 6);
  return nonce;
}

async function* encrypt(bytes: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let nth = 0;
  const encrypted = (piece: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, key, nonceOf(nth));
    nth += 1;
    cipher.setAAD(Buffer.from([isLast ? 1 : 0]));
    const text = Buffer.concat([cipher.update(piece), cipher.final()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(text.length);
    return Buffer.concat([length, text, cipher.getAuthTag()]);
  };
  let held = Buffer.alloc(0);
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk]);
    for (; held.length > PIECE; held = held.subarray(PIECE)) yield encrypted(held.subarray(0, PIECE), false);
  }
  yield encrypted(held, true);
}

async function* decrypt(bytes: AsyncIterable<Buffer>, size: number, key: Buffer): AsyncGenerator<Buffer> {
  let nth = 0;
  let left = size;
  let held = Buffer.alloc(0);
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      if (held.length < LENGTH_BYTES) break;
      const length = held.readUInt32BE();
      if (length > PIECE) throw notOurs();
      const whole = LENGTH_BYTES + length + TAG_BYTES;
      if (held.length < whole) break;
      left -= whole;
      const decipher = createDecipheriv(CIPHER, key, nonceOf(nth));
      nth += 1;
      decipher.setAAD(Buffer.from([left === 0 ? 1 : 0]));
      decipher.setAuthTag(held.subarray(LENGTH_BYTES + length, whole));
      const piece = decipher.update(held.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
      try {
        decipher.final();
      } catch {
        throw notOurs();
      }
      yield piece;
      held = held.subarray(whole);
    }
  }
  if (left !== 0) throw notOurs();
}

const notOurs = () => new OperatorError('BACKUP_KEY is not the key that this file was made with.');
