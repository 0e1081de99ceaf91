/** Writes and reads the file of a backup: entries, compressed, encrypted with a key, and checked by a hash. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ZodType } from 'zod';
import { OperatorError } from '../../ground/operator-error.ts';
import { openSealed, seal } from './container.ts';
import { pack, unpack } from './lines.ts';

/**
 * Writes entries into a new file, which has its name once it is whole and on the disk: what is interrupted leaves no file of this name.
 * @throws OperatorError when the file exists or cannot be written
 */
export async function writeSealed(
  path: string,
  entries: AsyncIterable<object>,
  key: string | undefined,
): Promise<void> {
  const taken = () => new OperatorError(`${path} exists already. Name another file.`);
  if (await stat(path).catch(() => undefined)) throw taken();
  // A file that nobody has made before: neither another run's of the same name, nor one that others may read, nor a link.
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  try {
    const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(seal(pack(entries), key)), file);
    await sync(partial);
    await giveName(partial, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken();
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code !== undefined && (syscall === 'open' || syscall === 'write'))
      throw new OperatorError(`${path} cannot be written (${code}).`);
    throw error;
  }
}

/** Gives a file its name, unless another one has it: then EEXIST. Where files have one name each, as on some network disks, it is not seen. */
async function giveName(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    return rename(partial, path);
  }
  await rm(partial);
}

/** Once it has its name it is on the disk. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

/** And so is the name. Windows has no way to ask for that. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

/**
 * Returns the entries of a file, once all of it has been read and found whole.
 * @param schema what each is to be
 * @throws OperatorError as `openSealed`, and while they are read as `unpack`
 */
export async function readSealed<E>(
  path: string,
  key: string | undefined,
  schema: ZodType<E>,
): Promise<AsyncGenerator<E, void>> {
  return unpack(await openSealed(path, key), schema);
}
