// `node launch/compress.ts <folder>` writes `.br` and `.gz` beside every text file below a folder, with the best ratio:
// once at build time instead of for each request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compressible files; pictures, fonts and videos are already compressed. */
const TEXT = /\.(js|css|svg|json|html|txt|map)$/;
/** Below this size compression saves no network packet. */
const SMALLEST_BYTES = 512;

const [folder] = process.argv.slice(2) as [string];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && TEXT.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
await Promise.all(files.map(compressFile));

async function compressFile(file: string): Promise<void> {
  const plain = readFileSync(file);
  if (plain.length < SMALLEST_BYTES) return;
  const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const params = { ...best, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  writeFileSync(`${file}.br`, await toBrotli(plain, { params }));
  writeFileSync(`${file}.gz`, await toGzip(plain, { level: constants.Z_BEST_COMPRESSION }));
}
