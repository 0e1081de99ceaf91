import type { Count } from '#contract/matching/counts.ts';
import { goneLine, unsearchedLine } from '#contract/matching/judge.ts';
import { isCalledOff } from '#contract/matching/not-bought.ts';
import { type Line, type Match, MatchSchema } from '#contract/matching/schema.ts';
import { readLine, withoutCount } from '#contract/matching/text.ts';
import type { BuyerList } from '#contract/price-lists/offer.ts';
import type { Product } from '#contract/products/schema.ts';
import type { TakeTurn } from '../ground/limits/lane.ts';
import { inSlices } from '../ground/limits/slices.ts';
import { partNumberKey } from '../products/part-number.ts';
import { answeredWith, onceEach, partsOf, withOffers } from './answered.ts';
import { contradicts } from './contradicting.ts';
import { Effort } from './effort.ts';
import { type Found, findByNumber, findByWords, findNear, type Parts, spelledFirst } from './find.ts';
import { byOwnColumn, sayOwn } from './own-parts.ts';
import { type Answer, type LineRead, likelyCounts, readWith } from './reading/read-line.ts';
import { PartWords } from './reading/readings.ts';
import { isSpelled, type Span, spansOf } from './reading/spans.ts';
import { CategoryFacts } from './siblings.ts';
import { type BareKind, type BareNumbers, noteBare, toldCount } from './wanted.ts';

/**
 * Returns what lines mean, each as JSON, in their order. Lines alike are looked for once. Between slices of a few milliseconds the
 * event loop goes on; it ends early when `isWanted` says that nobody waits for it any more. Once all together have cost what a request
 * may, lines that would have to be searched for are answered as not searched; the first is always searched.
 * @param takeTurn starts a slice when those of other requests have had theirs, with the rest after it
 * @param listsOf reads the price lists of the buyer whose lines they are, with what they say of products
 */
export async function matchLines(
  parts: Parts,
  lines: readonly Line[],
  takeTurn: TakeTurn,
  isWanted: () => boolean,
  listsOf: (productIds: Set<string>) => Promise<readonly BuyerList[]> = async () => [],
): Promise<string[]> {
  let searched = 0;
  const effort = new Effort(parts.size);
  const timed =
    <A extends unknown[], T>(search: (...asked: A) => T) =>
    (...asked: A) => {
      const begun = performance.now();
      const result = search(...asked);
      searched += performance.now() - begun;
      return result;
    };
  const resting: Parts = {
    size: parts.size,
    numbers: parts.numbers,
    words: { ...parts.words, having: timed(parts.words.having) },
    get: (id) => parts.get(id),
    findPart: (sku) => parts.findPart(sku),
    find: timed((query) => parts.find(query)),
    facets: timed((narrowing) => parts.facets(narrowing)),
  };
  const counted = effort.counting(resting);
  const searching: Searching = {
    parts: counted,
    effort,
    found: new Map(),
    read: new Map(),
    words: new PartWords(),
    categories: new CategoryFacts(counted),
    bare: { prices: 0, pieces: 0 },
  };
  const { bare } = searching;
  const meant = (line: Line) => {
    const asked = byOwnColumn(parts, line);
    return sayOwn(parts, asked, matchLine(searching, asked));
  };
  const kinds: (BareKind | undefined)[] = [];
  const counting = (line: Line) => {
    const { prices, pieces } = bare;
    const match = meant(line);
    kinds.push(bare.prices > prices ? 'prices' : bare.pieces > pieces ? 'pieces' : undefined);
    return match;
  };
  const turns = {
    takeTurn,
    isWanted,
    // A search by words takes milliseconds: half of the time is left to others.
    rest() {
      const taken = searched;
      searched = 0;
      return taken;
    },
  };
  const matched = await inSlices(lines, counting, turns);
  if (bare.prices !== bare.pieces) {
    // The reading that explains the whole: what most bare numbers of the lines are, the others are, too.
    bare.most = bare.pieces > bare.prices ? 'pieces' : 'prices';
    const others = [...kinds.keys()].filter((at) => kinds[at] && kinds[at] !== bare.most);
    const again = await inSlices(others, (at) => meant(lines[at]!), turns);
    for (const [n, match] of again.entries()) matched[others[n]!] = match;
  }
  const found = new Set(matched.flatMap((match) => partsOf(match).map(({ _id }) => _id)));
  const lists = found.size > 0 ? await listsOf(found) : [];
  const inWords = (match: Match, line: Line) =>
    JSON.stringify(MatchSchema.parse(lists.length > 0 ? withOffers(match, line, lists) : match));
  return inSlices([...matched.keys()], (at) => inWords(matched[at]!, lines[at]!), turns);
}

/** What lines are searched in and by, together. */
interface Searching {
  parts: Parts;
  effort: Effort;
  /** What has been found and read for lines before. */
  found: Map<string, Found>;
  read: Map<string, LineRead>;
  /** The words of parts that have been looked at. */
  words: PartWords;
  categories: CategoryFacts;
  /** Of all lines. */
  bare: BareNumbers;
}

/** What a line says besides its text. */
interface Told {
  quantity?: number;
  /** A number of pieces that is in doubt, or counts packages. */
  count?: Answer['count'];
}

function matchLine(searching: Searching, line: Line): Match {
  const { productId, receiptDate, sku = '', mpn = '', maker = '', text = '', besides = '' } = line;
  if (productId !== undefined) return matchKnown(searching, productId, line);
  const told = toldCount(line);
  const toMatch = (kind: Match['match'], answers: readonly Answer[]) =>
    answeredWith(searching.parts, kind, answers, { quantity: told.quantity, receiptDate }, searching.bare);
  const isNumbered = sku.trim() !== '' || mpn.trim() !== '';
  if (isNumbered) {
    const found = findNumbered(searching, { sku, mpn, maker });
    const { match, products } =
      found.match === 'exact' ? described(searching, { text, besides }, found) : found;
    if (match !== 'none') return toMatch(match, answersWith(products, [told.count]));
  }
  // The first line is always searched for, however often.
  const isSpent = searching.effort.isSpent;
  const readAs = (said: string) => readText(searching, said, { maker, told, isSpent });
  // A part number may stand within a cell of several, whatever describes it.
  const cell = /[\s/,;|]/.test(mpn.trim()) && /\p{L}/u.test(mpn) ? readAs(mpn) : undefined;
  const read = cell && cell.kind !== 'nothing' ? cell : readAs(text);
  const nothing: Match = { match: 'none', candidates: [], ...quantityOf(read, told) };
  if (read.kind === 'unsearched') return unsearchedLine(nothing);
  // A number that is misspelt says more than words beside it that many parts have.
  if (isNumbered && read.kind === 'ask' && !isSpent) {
    const near = remembered(searching.found, ['near', sku, mpn], () =>
      findNear(
        searching.parts,
        [sku, mpn].filter((number) => number !== ''),
      ),
    );
    if (near.match !== 'none') return toMatch(near.match, answersWith(near.products, [told.count]));
  }
  if (read.kind !== 'nothing') {
    const products = onceEach(read.answers).map(({ product }) => product);
    const answers = told.count ? answersWith(products, [told.count]) : read.answers;
    // A number in another column that finds nothing contradicts the text.
    const isOff = isCalledOff(text) || isCalledOff(mpn);
    if (!isNumbered && read.kind !== 'ask' && !isOff) {
      if (!isTold(told)) noteBare(searching.bare, read.line, answers[0]!);
      return toMatch('exact', answers);
    }
    return toMatch(
      products.length === 1 && !isOff ? 'likely' : 'several',
      withSpelledFirst(answers, cell === read ? mpn : text),
    );
  }
  const near = findUnexplained(searching, [sku, mpn], read, { told, isSpent });
  if (!near) return unsearchedLine(nothing);
  if (near.match === 'none') return nothing;
  const isRead = !isTold(told) && !isNumbered;
  return toMatch(
    near.match,
    answersWith(near.products, isRead ? likelyCounts(read.line, read.line.counts) : [told.count]),
  );
}

const isTold = ({ quantity, count }: Told) => quantity !== undefined || count !== undefined;

/** Returns answers of parts, each with each count. */
function answersWith(products: readonly Product[], counts: readonly Answer['count'][]): Answer[] {
  const each = counts.length === 0 ? [undefined] : counts;
  return products.flatMap((product) =>
    each.map((count): Answer => ({ product, how: {}, ...(count && { count }) })),
  );
}

/**
 * Returns what the part of a number is by the description beside it: one of several where that names other parts or calls it off, likely where
 * it is of something for the part or contradicts what is known of it.
 */
function described(
  { parts, categories }: Searching,
  { text, besides }: { text: string; besides: string },
  found: Found,
): Found {
  const product = found.products[0]!;
  const siblings = categories.of(product);
  // Other columns name much besides the part.
  const isOther = contradicts(besides, product, { ...siblings, isNamed: () => false });
  if (text === '') return isOther ? { ...found, match: 'likely' } : found;
  const { atoms, noise } = readLine(text);
  const named = spansOf(parts, atoms, noise).filter(isSpelled);
  const isOwn = (span: Span) => span.products.some(({ _id }) => _id === product._id);
  const own = named.filter(isOwn);
  const ownText = partNumberKey(`${product.name} ${product.shortDetails}`);
  const others = named.filter(
    (span) =>
      !isOwn(span) &&
      !ownText.includes(span.key) &&
      !own.some(({ from, to }) => from <= span.from && span.to <= to),
  );
  if (others.length > 0 || isCalledOff(text))
    return {
      match: 'several',
      products: [...new Set([product, ...others.flatMap((span) => span.products)])],
    };
  const isForPart = own.some(({ from }) => FOR.test(atoms[from - 1]?.text ?? ''));
  const isDoubted = isOther || isForPart || contradicts(text, product, siblings);
  return isDoubted ? { ...found, match: 'likely' } : found;
}

const FOR = /^(?:for|für|fuer|pour|para)$/i;

function findNumbered({ parts, found }: Searching, numbers: Pick<Line, 'sku' | 'mpn' | 'maker'>): Found {
  return remembered(found, ['number', numbers], () => findByNumber(parts, numbers));
}

function readText(
  { parts, effort, read, words }: Searching,
  text: string,
  { maker, told, isSpent }: { maker: string; told: Told; isSpent: boolean },
): LineRead {
  const quantity = told.quantity ?? (told.count ? 'elsewhere' : undefined);
  const key = JSON.stringify([text, maker, quantity]);
  const known = read.get(key);
  if (known) return known;
  const look = (looks: number) => effort.look(looks);
  const found = readWith(parts, text, { maker, quantity, isSpent, look, words });
  if (found.kind !== 'unsearched') read.set(key, found);
  return found;
}

function remembered(known: Map<string, Found>, key: unknown[], find: () => Found): Found {
  const text = JSON.stringify(key);
  const found = known.get(text) ?? find();
  known.set(text, found);
  return found;
}

/**
 * Looks for a number that is cut short or misspelt, and for words; without the last number that may be a quantity where nothing has it.
 * Undefined where it would have to be searched for and may not be.
 */
function findUnexplained(
  { parts, found }: Searching,
  numbers: readonly string[],
  { line }: LineRead,
  { told, isSpent }: { told: Told; isSpent: boolean },
): Found | undefined {
  const counts = isTold(told) ? [] : likelyCounts(line, line.counts);
  const bound = counts.find(({ bond }) => bond !== 'none');
  const without = (count: Count | undefined) => withoutCount(line, count && { ...count, ...count.last });
  const text = without(bound);
  const isOuter = ({ from, to }: { from: number; to: number }) => from === 0 || to === line.atoms.length;
  const last = bound ? undefined : counts.filter(isOuter).at(-1);
  const bare = last ? without(last) : text;
  const key = ['near', numbers, text, bare];
  if (isSpent && !found.has(JSON.stringify(key))) return undefined;
  return remembered(found, key, () => {
    const singles = [...numbers, ...[text, bare].filter((one) => !/\s/.test(one))];
    const near = findNear(
      parts,
      [...new Set(singles)].filter((number) => number !== ''),
    );
    if (near.match !== 'none' || text === '') return near;
    const worded = findByWords(parts, text);
    return worded.match === 'none' && bare !== text && bare !== '' ? findByWords(parts, bare) : worded;
  });
}

/** Returns what a line that nothing was found for says of its quantity. */
function quantityOf({ line }: Pick<LineRead, 'line'>, told: Told): Pick<Match, 'quantity' | 'readings'> {
  if (told.quantity !== undefined) return { quantity: told.quantity };
  const bound = likelyCounts(line, line.counts).filter(
    ({ bond, packages }) => bond !== 'none' && packages === undefined,
  );
  const [count] = bound;
  if (!count || bound.length > 1) return {};
  return count.values.length === 1 && !count.isDoubtful
    ? { quantity: count.values[0]! }
    : { readings: count.values };
}

/** Its text is read only where the quantity is not said. */
function matchKnown({ parts, effort, words, bare }: Searching, productId: string, line: Line): Match {
  const { text = '', receiptDate } = line;
  const told = toldCount(line);
  const product = parts.get(productId);
  if (!product) return goneLine(quantityOf({ line: readLine(text) }, told).quantity);
  const toMatch = (answers: readonly Answer[]) =>
    answeredWith(parts, 'exact', answers, { quantity: told.quantity, receiptDate }, bare);
  if (isTold(told) || text === '') return toMatch(answersWith([product], [told.count]));
  // Other parts are not looked for: only whether a number is the part's own.
  const alone: Parts = { ...parts, words: { ...parts.words, having: () => [product] } };
  const look = (looks: number) => effort.look(looks);
  const read = readWith(alone, text, { maker: '', quantity: undefined, isSpent: false, look, words });
  const own = read.answers.filter((answer) => answer.product._id === productId);
  if (own.length > 0 && read.kind !== 'ask') {
    noteBare(bare, read.line, own[0]!);
    return toMatch(own);
  }
  const numbered = new Set(`${product.sku} ${product.mpn ?? ''}`.split(/[^\p{L}\p{N}]+/u));
  const isNumberOfPart = ({ bond, values }: Count) => bond === 'none' && numbered.has(String(values[0]));
  const counts = likelyCounts(
    read.line,
    read.line.counts.filter((count) => !isNumberOfPart(count)),
  );
  const isSure = counts.length === 1 && counts[0]!.bond !== 'none';
  return toMatch(
    answersWith(
      [product],
      counts.map((count) => ({ ...count, isDoubtful: count.isDoubtful || !isSure })),
    ),
  );
}

/** Of parts whose numbers differ by signs alone, the one that is spelled as the line does comes first. */
function withSpelledFirst(answers: readonly Answer[], text: string): Answer[] {
  const texts = [text, ...answers.flatMap(({ how }) => how.part ?? [])];
  const order = spelledFirst(
    answers.map(({ product }) => product),
    texts,
  ).map(({ _id }) => _id);
  const placeOf = ({ product }: Answer) => order.indexOf(product._id);
  return [...answers].sort((a, b) => (a.how.part === b.how.part ? placeOf(a) - placeOf(b) : 0));
}
