/** The texts that the bytes of a file may be, by their encodings. */
import { analyse } from 'chardet';
import { isDocument } from './decode.ts';
import { TableFault } from './fault.ts';

/** A text and the encoding by which it was read. */
export interface Decoded {
  encoding: string;
  text: string;
}

/** Encodings that are tried, as decoders call them. */
const ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1251',
  'windows-1253',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'euc-jp',
] as const;

/** Bytes by which an encoding is found. */
const SAMPLE = 100_000;

/** UTF-16 of Latin letters has a zero in every second byte: more than this share of them on one side, and none on the other. */
const ZEROS = 1 / 8;

/**
 * Returns the encodings that bytes may be in, the most likely first, each with the text of their beginning: one where there is no doubt.
 * Throws a TableFault for bytes that are no text.
 */
export function decodings(bytes: Uint8Array): [Decoded, ...Decoded[]] {
  if (isDocument(bytes)) throw new TableFault('not_a_table');
  const sample = bytes.subarray(0, SAMPLE);
  const sixteen = utf16Of(sample);
  if (sixteen) return [{ encoding: sixteen, text: decodeAs(sample, sixteen) }];
  if (bytes.includes(0)) throw new TableFault('not_a_table');
  if (isUtf8(bytes)) return [{ encoding: 'utf-8', text: decodeAs(sample, 'utf-8') }];
  const guessed = analyse(sample).map(({ name }) => spelled(name.toLowerCase()));
  const known = new Set<string>(ENCODINGS);
  const order = new Set<string>([...guessed.filter((name) => known.has(name)), ...ENCODINGS]);
  const [first, ...others] = [...order].flatMap((encoding) => decodeFatal(sample, encoding) ?? []);
  const latin = 'windows-1252';
  return first ? [first, ...others] : [{ encoding: latin, text: decodeAs(sample, latin) }];
}

/** Returns the text of bytes in an encoding; what is none in it becomes a sign of its own. */
export const decodeAs = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding).decode(bytes);

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns how decoders call what the detector has found. */
const spelled = (name: string) =>
  name
    .replace(/^iso-8859-1$|^iso-8859-15$/, 'windows-1252')
    .replace(/^iso-8859-2$/, 'windows-1250')
    .replace(/^iso-8859-9$/, 'windows-1254');

/** Returns the text of the beginning of a file; undefined where it is none in this encoding. */
function decodeFatal(sample: Uint8Array, encoding: string): Decoded | undefined {
  try {
    // The last letter may be cut in two.
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return /[\u0080-\u009f]/.test(text) ? undefined : { encoding, text };
  } catch {
    return undefined;
  }
}

function utf16Of(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b] = sample;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  let even = 0;
  let odd = 0;
  for (const [n, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (n % 2 === 0) even += 1;
    else odd += 1;
  }
  if (sample.length < 8 || Math.max(even, odd) < (sample.length / 2) * ZEROS) return undefined;
  if (even === 0) return 'utf-16le';
  return odd === 0 ? 'utf-16be' : undefined;
}
