/** What is asked of lines, and in which calls. Pure. */
import { isBlank } from '#contract/kernel/blank.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { LONGEST_OF_MATCHED, MATCH_MAX_BYTES } from '#contract/matching/limits.ts';
import type { Line } from '#contract/matching/schema.ts';

/** The most bytes of the lines of one call; its body has a few more. */
export const MOST_BYTES = MATCH_MAX_BYTES - 24 * 1024;

/** What the columns of a file say of a part, and what its quantity may be; see `rememberColumns`. */
export type NamedPart = Pick<Line, 'sku' | 'mpn' | 'maker' | 'text' | 'besides' | 'quantityText'>;
export interface Columns {
  part: NamedPart;
  /** Of a quantity of which the column is not known: what cells that may have it say. */
  offered?: number[] | undefined;
  /** Which columns say so: “NB-C8” from MPN, “120 pcs” from Qty. */
  how?: string | undefined;
}

/** Columns of files, by the row that they stand in. They last as long as the page: afterwards the whole row is asked for. */
const columns = new Map<string, Columns>();
const MOST_REMEMBERED = 10_000;

/** Remembers what the columns of a row mean, of which a line keeps the text alone. */
export function rememberColumns(raw: string, said: Columns): void {
  columns.delete(raw);
  columns.set(raw, said);
  if (columns.size > MOST_REMEMBERED) columns.delete(columns.keys().next().value!);
}

/** Returns what the columns of the file say that a line is of. */
export const columnsOf = ({ raw }: ListLine): Columns | undefined => columns.get(raw ?? '');

/** What is asked of a line, and the two keys of its answer: for this quantity, and for any. */
export interface Asked {
  ask: Line;
  key: string;
  partKey: string;
}

const known = new WeakMap<ListLine, Asked>();

/** Returns what is asked of a line; nothing for one that says nothing. */
export function askedOf(line: ListLine): Asked | undefined {
  const { productId, quantity, receiptDate } = line;
  const raw = line.raw ?? '';
  if (!productId && isBlank(raw)) return undefined;
  const before = known.get(line);
  if (before) return before;
  const said = columns.get(raw)?.part ?? {};
  // A row of which no column says the part is read as a whole.
  const isNamed = Object.keys(said).length > 0;
  const part = isNamed ? said : { text: raw };
  // Numbers of cells next to each other would be one number of a text.
  const asked = productId
    ? askedOfPart(productId, { quantity, receiptDate }, isNamed ? '' : raw, said.quantityText)
    : keyed(clipped(part), quantity ? { quantity } : {});
  known.set(line, asked);
  return asked;
}

/** Returns what is asked for a part that is known. Without a quantity the cell of it is asked for one, or the text. */
export function askedOfPart(
  productId: string,
  { quantity, receiptDate }: Pick<ListLine, 'quantity' | 'receiptDate'> = {},
  raw = '',
  quantityText?: string,
): Asked {
  const text = quantityText ? { quantityText } : raw === '' ? {} : { text: raw };
  const pieces = quantity ? { quantity } : clipped(text);
  return keyed({ productId }, { ...pieces, ...(receiptDate && { receiptDate }) });
}

function keyed(named: Line, wanted: Line): Asked {
  const ask = { ...named, ...wanted };
  return { ask, key: JSON.stringify(ask), partKey: JSON.stringify(named) };
}

/** What no call takes is left out: no line may be why the others are refused. */
function clipped(part: NamedPart): NamedPart {
  const fields = Object.entries(part).map(([field, text = '']) => [
    field,
    text
      .replaceAll('\0', '')
      .slice(0, LONGEST_OF_MATCHED[field as keyof NamedPart])
      .toWellFormed(),
  ]);
  return Object.fromEntries(fields);
}

/** Returns the first of the asked lines that fit into one call. */
export function firstCall(asked: readonly Asked[], most: number): Asked[] {
  let bytes = 0;
  const last = asked.slice(0, most).findIndex(({ key }) => {
    bytes += byteLength(key) + 1;
    return bytes > MOST_BYTES;
  });
  return asked.slice(0, last < 0 ? most : Math.max(1, last));
}

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;
