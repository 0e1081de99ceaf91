import { TableFault } from './fault.ts';

/** What files begin with that are written in letters, yet are documents. */
const DOCUMENTS = ['%PDF-', '{\\rtf'].map((start) => new TextEncoder().encode(start));

/** Returns whether bytes are a document that is written in letters and is no table. */
export const isDocument = (bytes: Uint8Array): boolean =>
  DOCUMENTS.some((start) => start.every((byte, n) => bytes[n] === byte));

/** Returns the text of a file in UTF-8, UTF-16 with a mark, or else Windows-1252. Throws for bytes that are no text. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    return new TextDecoder(a === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (isDocument(bytes) || bytes.includes(0)) throw new TableFault('not_a_table');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What the first bytes of a file say that it is: a workbook (a ZIP), one of an old Excel, or else text. */
export function kindOfFile([a, b, c, d]: Uint8Array): 'workbook' | 'old workbook' | 'text' {
  // Two bytes are not enough: a part number may begin with PK.
  if (a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04) return 'workbook';
  return a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0 ? 'old workbook' : 'text';
}
