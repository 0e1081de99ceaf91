/** How each kind of field stands in a cell. Pure. */
import type { CellKind, CellValues } from '#contract/imports/fields.ts';
import { MOST_PICTURES } from '#contract/products/schema.ts';
import {
  type Cell,
  type NumberReading,
  type Read,
  readBreaks,
  readMeasure,
  readMoney,
  readParts,
  readPieces,
  readPublished,
  readText,
  splitAddresses,
  writeBreaks,
  writeParts,
} from './cells.ts';
import { toPlainText } from './plain-text.ts';

interface Kind<Value> {
  read(cell: Exclude<Cell, null>, reading: NumberReading): Read<Value>;
  /** What a cell holds; nothing for an empty list. */
  write(value: Value): string | number;
  /** What a fact is that was taken away. */
  none: Value | null;
}

export const KINDS: { [K in CellKind]: Kind<CellValues[K]> } = {
  text: {
    read: (cell) => map(readText(cell), toPlainText),
    write: (text) => text,
    none: null,
  },
  choice: {
    // 'Last buy' is last_buy.
    read: (cell) => map(readText(cell), (text) => text.trim().toLowerCase().replace(/[ -]/g, '_')),
    write: (word) => word,
    none: null,
  },
  number: { read: readPieces, write: (number) => number, none: null },
  money: { read: readMoney, write: (number) => number, none: null },
  weight: {
    read: (cell, reading) => readMeasure(cell, 'g', reading),
    write: (number) => number,
    none: null,
  },
  days: {
    // What takes a part of a day takes the day.
    read: (cell, reading) => map(readMeasure(cell, 'day', reading), Math.ceil),
    write: (number) => number,
    none: null,
  },
  yesno: { read: readPublished, write: (isYes) => (isYes ? 'yes' : 'no'), none: null },
  breaks: { read: readBreaks, write: writeBreaks, none: [] },
  addresses: {
    read: (cell) => map(readText(cell), (text) => splitAddresses(text, MOST_PICTURES)),
    write: (addresses) => addresses.join(' '),
    none: [],
  },
  parts: { read: readParts, write: writeParts, none: [] },
};

function map<A, B>(read: Read<A>, to: (value: A) => B): Read<B> {
  return 'error' in read ? read : { value: to(read.value) };
}
