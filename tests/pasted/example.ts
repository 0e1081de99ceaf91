/** A pasted text or a file, and what is found in it. */
export interface Example {
  name: string;
  pasted: string | Uint8Array;
  /** Each line: its row, what names the part by field, and the quantity, with '?' where there is none and | in doubt. */
  lines: string[];
  /** Rows that are taken for no lines. */
  left?: number[];
}

/** Text as Windows-1252 writes it. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));
}

/** Text as UTF-16 with its mark, as spreadsheets write 'Unicode text'. */
export function utf16(text: string): Uint8Array {
  const units = Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));
  return new Uint8Array(units.buffer);
}
