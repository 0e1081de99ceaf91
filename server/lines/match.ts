import { setTimeout } from 'node:timers/promises';
import { goneLine, judgeLine, unsearchedLine, type Wanted } from '#contract/line-judge.ts';
import { readLine } from '#contract/line-text.ts';
import { type Line, type Match, MatchSchema, MOST_CANDIDATES } from '#contract/lines.ts';
import { onlyQuantity } from '#contract/minimum.ts';
import { Effort } from './effort.ts';
import { type Found, findByNumber, findLikely, isDescribed, NOTHING, type Parts } from './find.ts';
import { lastNumberOf } from './last-number.ts';

/** Milliseconds of matching after which other work gets its turn. */
const SLICE_MS = 5;

/**
 * Returns what lines mean, each as JSON, in their order. Lines alike are looked for once. Between slices of a few milliseconds the
 * event loop goes on; it ends early when `isWanted` says that nobody waits for it any more. Once all together have cost what a request
 * may, lines that would have to be searched for are answered as not searched; the first is always searched.
 * @param takeTurn starts a slice when those of other requests have had theirs, with the rest after it
 */
export async function matchLines(
  parts: Parts,
  lines: readonly Line[],
  takeTurn: <T>(work: () => Promise<T>) => Promise<T>,
  isWanted: () => boolean,
): Promise<string[]> {
  let searched = 0;
  const effort = new Effort(parts.size);
  const resting: Parts = {
    size: parts.size,
    numbers: parts.numbers,
    get: (id) => parts.get(id),
    findPart: (sku) => parts.findPart(sku),
    find(query) {
      const begun = performance.now();
      const result = parts.find(query);
      searched += performance.now() - begun;
      return result;
    },
  };
  const searching = { parts: effort.counting(resting), effort, known: new Map() };
  const matched: string[] = [];
  while (matched.length < lines.length && isWanted()) {
    await takeTurn(async () => {
      const end = performance.now() + SLICE_MS;
      do matched.push(JSON.stringify(MatchSchema.parse(matchLine(searching, lines[matched.length]!))));
      while (matched.length < lines.length && performance.now() < end);
      // A search by words takes milliseconds: half of the time is left to others.
      if (searched > 0) await setTimeout(searched);
      searched = 0;
    });
  }
  return matched;
}

/** What lines are searched in and by, together. */
interface Searching {
  parts: Parts;
  effort: Effort;
  /** What has been found for lines before. */
  known: Map<string, Found>;
}

function matchLine(
  { parts, effort, known }: Searching,
  { text = '', quantity, productId, receiptDate, ...named }: Line,
): Match {
  if (productId !== undefined) return matchKnown(parts, productId, { text, quantity, receiptDate });
  const read = readLine(text);
  const wanted = quantity === undefined ? { ...read, receiptDate } : { quantity, receiptDate };
  const keyOf = (search: typeof findByNumber, text: string) =>
    JSON.stringify([search.name, named.sku, named.mpn, named.maker, text]);
  const find = (search: typeof findByNumber, text: string) => {
    const key = keyOf(search, text);
    const found = known.get(key) ?? search(parts, { ...named, text });
    known.set(key, found);
    return found;
  };
  let found = find(findByNumber, read.text);
  // What looks like a quantity may be the end of a part number.
  const whole = found.match === 'none' && read.text !== text ? find(findByNumber, text) : NOTHING;
  if (whole.match !== 'none') return toMatch(parts, whole, { quantity, receiptDate });
  if (found.match === 'none') {
    if (effort.isSpent && !known.has(keyOf(findLikely, read.text))) return unsearchedLine(wanted);
    found = find(findLikely, read.text);
  }
  const last = found.match === 'none' && !isSaid(wanted) ? lastNumberOf(read.text) : undefined;
  if (!last) return toMatch(parts, found, wanted);
  // One more search at most. Whether the number is a quantity, or the part's, only the buyer knows.
  const without = find(findLikely, last.text);
  if (without.match === 'none') return toMatch(parts, without, wanted);
  const match = without.match === 'exact' ? 'likely' : without.match;
  return toMatch(parts, { ...without, match }, { readings: last.readings, receiptDate });
}

/** Its text is read only where the quantity is not said. */
function matchKnown(
  parts: Parts,
  productId: string,
  { text, quantity, receiptDate }: Pick<Line, 'quantity' | 'receiptDate'> & { text: string },
): Match {
  const wanted = quantity === undefined ? { ...readLine(text), receiptDate } : { quantity, receiptDate };
  const product = parts.get(productId);
  if (!product) return goneLine(wanted.quantity);
  const last = isSaid(wanted) ? undefined : lastNumberOf(text);
  const isOwn = last && isDescribed(product, [last.number]);
  const readings = last && !isOwn && { readings: last.readings };
  return toMatch(parts, { match: 'exact', products: [product] }, { ...wanted, ...readings });
}

const isSaid = ({ quantity, readings }: Wanted & Pick<Match, 'readings'>) =>
  quantity !== undefined || readings !== undefined;

/** @param asked a quantity, or what it may be */
function toMatch(parts: Parts, { match, products }: Found, asked: Wanted & Pick<Match, 'readings'>): Match {
  const { readings, receiptDate } = asked;
  const [product] = products;
  const isKnown = product && match !== 'several';
  const quantity = asked.quantity ?? (isKnown ? onlyQuantity(readings, product) : undefined);
  const pieces = quantity === undefined ? { ...(readings && { readings }) } : { quantity };
  if (!isKnown) return { match, candidates: products.slice(0, MOST_CANDIDATES), ...pieces };
  const substitutes = () =>
    product.substitutes.flatMap(({ _id }) => parts.get(_id) ?? []).slice(0, MOST_CANDIDATES);
  return {
    match,
    product,
    candidates: [],
    ...pieces,
    ...judgeLine(product, { quantity, receiptDate }, substitutes),
  };
}
