import { onOneLine } from '#contract/kernel/blank.ts';
import { readMessage, say } from '#contract/kernel/field-message.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { PURCHASE_MAX_BYTES, PURCHASE_MAX_LINES } from '#contract/purchases/limits.ts';
import { type NewPurchaseLine, NewPurchaseLineSchema } from '#contract/purchases/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { notFound, Problem, type ToStaff } from '../ground/handling/problem.ts';
import { withinBounds } from '../lists/bounds.ts';
import { countLines, removeLines } from '../lists/change.ts';
import { tellChange } from '../lists/news.ts';
import { notePlaced } from '../lists/placed.ts';
import { listLines, lockList, type StoredList } from '../lists/queries.ts';
import { answerVerdict } from '../purchases/answer.ts';
import { type Ordering, placeAll } from '../purchases/place.ts';
import type { PlacedAnswer, PurchaseRequest } from '../purchases/request.ts';
import { tellStock } from '../purchases/stock.ts';
import { formOf, type NamedLine, toRequested } from './purchase-lines.ts';

/** Which lines are to be bought: all of a list without `lineIds`. */
interface Wanted {
  listId: string;
  lineIds?: readonly string[] | undefined;
}

/**
 * Buys lines of a list of the caller. The list is locked from before its lines are read until they are placed, and placed lines
 * leave the cart in the same transaction: whoever else places it finds what was added since, and no line twice. Throws the
 * contract's 401, 404, 409 and 413, and has changed nothing then.
 */
export async function placeList(
  { database, catalogue, terms }: Ordering,
  request: Omit<PurchaseRequest, 'lines'>,
  wanted: Wanted,
  toStaff: ToStaff,
): Promise<PlacedAnswer> {
  const placing = transact(database.db, async (transaction) => {
    const list = await lockList(transaction, wanted.listId, request.caller);
    const stored = list ? await listLines(transaction, list.id) : [];
    const { lines, refusal } = toBuy(list, stored, wanted);
    // Also when nothing can be bought: it confirms the caller, and tells a repeat from a new request.
    const requested = refusal ? [{ productId: undefined, quantity: 1 }] : lines.map(toRequested);
    const [found] = await placeAll(transaction, [{ ...request, lines: requested }], terms);
    const verdict = found!;
    if (refusal && verdict.verdict === 'refused') throw refusal;
    const answer = answerVerdict(verdict, terms, formOf(lines, toStaff));
    if (verdict.verdict === 'placed' && list?.kind === 'cart') await take(transaction, list, lines);
    return { answer, verdict };
  });
  const { answer, verdict } = await withinBounds(placing);
  if (verdict.verdict === 'placed') await tellStock(catalogue, verdict.levels);
  return answer;
}

async function take(transaction: Queryable, list: StoredList, lines: NamedLine[]): Promise<void> {
  const ids = lines.map(({ name }) => name);
  await removeLines(transaction, list.id, ids);
  await notePlaced(transaction, list, ids);
  await countLines(transaction, list.id);
  await tellChange(transaction, list.id);
}

/** Returns the lines to buy, named by their ids, or why they cannot be bought whatever they cost. */
function toBuy(
  list: StoredList | undefined,
  stored: ListLine[],
  { lineIds }: Wanted,
): { lines: NamedLine[]; refusal?: Problem } {
  if (!list) return { lines: [], refusal: notFound('list') };
  const byId = new Map(stored.map((line) => [line._id, line]));
  const ids = lineIds ? [...new Set(lineIds.map((id) => id.toLowerCase()))] : [...byId.keys()];
  if (ids.length === 0) return { lines: [], refusal: new Problem('list_empty') };
  if (ids.length > PURCHASE_MAX_LINES) {
    const params = { field: 'lines', most: PURCHASE_MAX_LINES };
    return { lines: [], refusal: new Problem('too_many_entries', params) };
  }
  const read = ids.map((id) => readLine(id, byId.get(id)));
  const errors = read.flatMap((line) => ('errors' in line ? line.errors : []));
  const lines = read.flatMap((line) => ('errors' in line ? [] : [line]));
  if (errors.length === 0)
    return bytesOf(lines) <= PURCHASE_MAX_BYTES
      ? { lines }
      : { lines: [], refusal: new Problem('too_large', { what: 'lines' }) };
  const refused = read.length - lines.length;
  return { lines: [], refusal: new Problem('lines_refused', { lines: refused }, { errors }) };
}

/** What the lines would take in a body that has them itself. */
function bytesOf(lines: NamedLine[]): number {
  return Buffer.byteLength(JSON.stringify(lines.map(({ name, ...line }) => line)));
}

/** Reads a line of a list as one of a purchase, which names its part, and whose texts are not as long as they once could be. */
function readLine(id: string, line: ListLine | undefined): NamedLine | { errors: FieldError[] } {
  const at = `lines.${id}`;
  if (!line) return { errors: [{ field: at, ...readMessage(say('line_gone')) }] };
  const { productId, quantity, customerRef, designators, receiptDate } = line;
  if (productId == null)
    return { errors: [{ field: `${at}.productId`, ...readMessage(say('part_missing')) }] };
  if (quantity == null)
    return { errors: [{ field: `${at}.quantity`, ...readMessage(say('pieces_missing')) }] };
  const asked: NewPurchaseLine = {
    productId,
    quantity,
    // Lists keep what was pasted from a cell before it was put on one line as it came in.
    customerRef: customerRef ? onOneLine(customerRef) : undefined,
    designators: designators ? onOneLine(designators) : undefined,
    receiptDate: receiptDate ?? undefined,
  };
  const parsed = NewPurchaseLineSchema.safeParse(asked);
  if (parsed.success) return { ...parsed.data, name: id };
  const errors = parsed.error.issues.map(({ path, message }) => ({
    field: `${at}.${path.join('.')}`,
    ...readMessage(message),
  }));
  return { errors };
}
