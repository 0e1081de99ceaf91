/** The texts that the bytes of a file may be, by their encodings. */
import { analyse } from 'chardet';
import { TableFault } from './fault.ts';

/** A text and the encoding by which it was read. */
export interface Decoded {
  encoding: string;
  text: string;
}

/** Encodings that are tried, as decoders call them. */
const ENCODINGS = [
  ...(['windows-1252', 'windows-1250', 'windows-1254', 'windows-1251', 'windows-1253'] as const),
  ...(['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'] as const),
] as const;

/** Bytes by which an encoding is found. */
const SAMPLE = 100_000;

/** UTF-16 of Latin letters has a zero in every second byte: more than this share of them on one side, and none on the other. */
const ZEROS = 1 / 8;

/** What files begin with that are written in letters, yet are documents. */
const DOCUMENTS = ['%PDF-', '{\\rtf'].map((start) => new TextEncoder().encode(start));

/**
 * Returns the texts that bytes may be, the most likely first: one where there is no doubt. Throws a TableFault for bytes that are no text.
 * @param only the encoding that somebody has chosen
 */
export function decodings(bytes: Uint8Array, only?: string): Decoded[] {
  if (DOCUMENTS.some((start) => start.every((byte, n) => bytes[n] === byte)))
    throw new TableFault('not_a_table');
  const sixteen = utf16Of(bytes);
  if (sixteen) return [{ encoding: sixteen, text: new TextDecoder(sixteen).decode(bytes) }];
  if (bytes.includes(0)) throw new TableFault('not_a_table');
  if (only !== undefined) return [{ encoding: only, text: new TextDecoder(only).decode(bytes) }];
  const utf8 = decodeFatal(bytes, 'utf-8');
  if (utf8) return [utf8];
  const guessed = analyse(bytes.subarray(0, SAMPLE)).map(({ name }) => name.toLowerCase());
  const known = new Set<string>(ENCODINGS);
  const order = [...guessed.map(spelled).filter((name) => known.has(name)), ...ENCODINGS];
  const found = [...new Set(order)].flatMap((encoding) => {
    const decoded = decodeFatal(bytes, encoding);
    return decoded && !/[\u0080-\u009f]/.test(decoded.text) ? [decoded] : [];
  });
  return found.length > 0
    ? found
    : [{ encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }];
}

/** Returns how decoders call what the detector has found. */
const spelled = (name: string) =>
  name
    .replace(/^iso-8859-1$|^iso-8859-15$/, 'windows-1252')
    .replace(/^iso-8859-2$/, 'windows-1250')
    .replace(/^iso-8859-9$/, 'windows-1254');

function decodeFatal(bytes: Uint8Array, encoding: string): Decoded | undefined {
  try {
    return { encoding, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return undefined;
  }
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
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
