/** How each kind of field stands in a cell. Pure. */
import type { CellKind, CellValues } from '#contract/import-fields.ts';
import { MOST_PICTURES } from '#contract/products.ts';
import {
  type Cell,
  type NumberReading,
  type Read,
  readBreaks,
  readNumber,
  readParts,
  readText,
  writeBreaks,
  writeParts,
} from './cells.ts';

interface Kind<Value> {
  read(cell: Exclude<Cell, null>, reading: NumberReading): Read<Value>;
  /** What a cell holds; nothing for an empty list. */
  write(value: Value): string | number;
  /** What a fact is that was taken away. */
  none: Value | null;
}

export const KINDS: { [K in CellKind]: Kind<CellValues[K]> } = {
  text: { read: readText, write: (text) => text, none: null },
  choice: {
    // 'Last buy' is last_buy.
    read: (cell) => map(readText(cell), (text) => text.trim().toLowerCase().replace(/[ -]/g, '_')),
    write: (word) => word,
    none: null,
  },
  number: { read: readNumber, write: (number) => number, none: null },
  breaks: { read: readBreaks, write: writeBreaks, none: [] },
  addresses: {
    // One too many is enough to be refused.
    read: (cell) =>
      map(readText(cell), (text) =>
        text
          .split(/\s/)
          .filter(Boolean)
          .slice(0, MOST_PICTURES + 1),
      ),
    write: (addresses) => addresses.join(' '),
    none: [],
  },
  parts: { read: readParts, write: writeParts, none: [] },
};

function map<A, B>(read: Read<A>, to: (value: A) => B): Read<B> {
  return 'error' in read ? read : { value: to(read.value) };
}
