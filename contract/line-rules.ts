/** Which number of a line is its quantity. */
import { isLength, type Token } from './line-tokens.ts';

/** The most digits of a quantity that nothing but its place tells: longer ones are EANs. */
const MOST_DIGITS = 7;

/** What the line of an electrical slot says, whose x16 is no quantity. */
const LANES = /\b(?:pcie?|gen\d?|lanes?|slots?|m\.2|nvme|u\.2)\b/i;
const LANE_COUNTS = new Set([1, 2, 4, 8, 16, 32]);

/** A number that may be the quantity, and the tokens that are not of the part. */
interface Hit {
  count: Token;
  tokens: Token[];
}

type Rule = (tokens: Token[], line: string) => Hit[];

/** What says a quantity, the surest first. */
export const RULES: Rule[] = [
  /** 'Qty: 200'. */
  (tokens) =>
    numbers(tokens).flatMap(([count, at]) => {
      const colon = tokens[at - 1]?.kind === 'sign' ? 1 : 0;
      const label = tokens[at - 1 - colon];
      const isCounted =
        label?.kind === 'pieces' && (colon === 1 || at === 1) && tokens[at - 2 - colon]?.kind !== 'number';
      if (label?.kind !== 'label' && !isCounted) return [];
      const pieces = tokens.slice(at + 1, at + 2).filter(({ kind }) => kind === 'pieces');
      return [{ count, tokens: [...tokens.slice(at - 1 - colon, at + 1), ...pieces] }];
    }),
  /** '150 pcs', '200 qty', '300 pcs each'. */
  (tokens) =>
    numbers(tokens).flatMap(([count, at]) => {
      const [next, after] = tokens.slice(at + 1, at + 3);
      if (next?.kind !== 'pieces' && next?.kind !== 'label') return [];
      return [{ count, tokens: [count, next, ...(after?.kind === 'pieces' ? [after] : [])] }];
    }),
  /** '200x', '10 × NB-E64', 'NB-E64 x 200'. */
  (tokens, line) =>
    numbers(tokens).flatMap(([count, at]) => {
      const [before, sign] = [tokens[at - 1], tokens[at + 1]];
      if (sign?.kind === 'times') {
        const next = tokens[at + 2];
        const isFirst = isEnd(before) && !isSize(tokens, at);
        const isCounted = (sign.isGlued && next?.kind === 'word') || isEnd(next);
        return isFirst || (isCounted && before?.kind !== 'times') ? [{ count, tokens: [count, sign] }] : [];
      }
      const of = tokens[at - 2]?.kind;
      if (before?.kind !== 'times' || !isEnd(sign) || of === undefined || of === 'number' || of === 'unit')
        return [];
      if (of === 'measure' || (count.isGlued && LANE_COUNTS.has(count.readings![0]!) && LANES.test(line)))
        return [];
      return [{ count, tokens: [before, count] }];
    }),
  cells,
  /** '150 NB-E64'. */
  (tokens) => {
    const [count, next, after] = tokens;
    if (count?.kind !== 'number' || !isPlainCount(count)) return [];
    const isMeasure = next?.kind === 'measure' || (next?.kind === 'number' && after?.kind === 'unit');
    return next?.kind === 'word' || isMeasure ? [{ count, tokens: [count] }] : [];
  },
  /** 'NB-E64 150'. */
  (tokens) => {
    const [part, count] = tokens;
    const isPart = part?.kind === 'word' && isPartNumber(part.text);
    return tokens.length === 2 && isPart && count?.kind === 'number' && isPlainCount(count)
      ? [{ count, tokens: [count] }]
      : [];
  },
];

const numbers = (tokens: Token[]) =>
  [...tokens.entries()].flatMap(([at, token]): [Token, number][] =>
    token.kind === 'number' ? [[token, at]] : [],
  );

/** Whether a line or a cell ends before this token. */
export const isEnd = (token: Token | undefined) =>
  token === undefined || token.kind === 'cell' || (token.kind === 'sign' && !token.isGlued);

/** Whether '120 x' begins a size, such as 120 x 120 mm. */
function isSize(tokens: Token[], at: number): boolean {
  const [second, after] = [tokens[at + 2], tokens[at + 3]];
  if (second?.kind === 'measure') return isLength(second.text.replace(/^[\d.,]+/, ''));
  return (
    second?.kind === 'number' && (after?.kind === 'times' || (after?.kind === 'unit' && isLength(after.text)))
  );
}

/** Whether a number may be a quantity by its place alone: whole, not too long, and not '007'. */
function isPlainCount({ text, readings = [] }: Token): boolean {
  return !/^0./.test(text) && text.replace(/\D/g, '').length <= MOST_DIGITS && Number.isInteger(readings[0]);
}

const isPartNumber = (text: string) =>
  /\d/.test(text) && /\p{L}/u.test(text) && (text.length > 4 || text.includes('-'));

/** 'NB-E64;150', 'NB-E64 - 150', 'NB-E64, 150': a number that is a cell. Signs of people part the first and the last alone. */
function cells(tokens: Token[]): Hit[] {
  const isTable = tokens.some(({ kind }) => kind === 'cell');
  const parts: Token[][] = [[]];
  const signs: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'cell' || (!isTable && token.kind === 'sign')) {
      signs.push(token);
      parts.push([]);
    } else parts.at(-1)!.push(token);
  }
  const hits = parts.flatMap((part, place): Hit[] => {
    const [count] = part;
    if (part.length !== 1 || count?.kind !== 'number' || !isPlainCount(count)) return [];
    const sign = place === 0 ? signs[0] : signs[place - 1];
    const isOuter = place === 0 || place === parts.length - 1;
    const isSure = isTable || (isOuter && (sign?.text !== ',' || sign.isGlued || parts.length === 2));
    return sign && isSure ? [{ count, tokens: [count, sign] }] : [];
  });
  // The first of several may number the lines.
  const [first, ...others] = hits;
  return first && others.length > 0 && first.count === parts[0]![0] ? [...others, first] : hits;
}
