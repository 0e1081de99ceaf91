/** Reads a line of an order as people write it: '200x DDR5 RDIMM 64GB', 'NB-E64 - 150 pcs', '> 3. Qty: 200 NB-E64 @ $4.50'. */
import { readCount } from './count-text.ts';
import { LONGEST_LINE } from './line-limits.ts';
import { isEnd, RULES } from './line-rules.ts';
import { type Token, tokensOf } from './line-tokens.ts';

/** What a line asks for. */
export interface LineText {
  /** What names the part. */
  text: string;
  /** Pieces; a fraction stays one. None where the line does not say, or not without doubt. */
  quantity?: number;
  /** What the quantity may be, where there is doubt: 1,000 and 1 for '1.000'. */
  readings?: number[];
}

/** Words around the part of a line with a quantity, such as 'please also add'. */
const FILLERS = new Set(
  `of the this that these those we i need please order send quote and plus also add for hi hello hey can could you do get some
    thanks each von den der dem diesen dieser diesem wir ich brauchen benötigen bitte senden schicken sie und noch hallo danke je
    jeweils`.split(/\s+/),
);

/** Whom a quantity is for, as in 'send us 50 NB-E64'. Elsewhere they may be of a part, as in 'US plug', or microseconds. */
const RECEIVERS = new Set('me us our uns mir unser unsere'.split(' '));

export const isReceiver = (word: string) => RECEIVERS.has(word.toLowerCase());

const DOZENS = new Set('dozen dozens dutzend dtzd'.split(' '));
const ONES = new Set('a one ein'.split(' '));
const DOZEN = 12;

/**
 * Returns the quantity and the part of a line. Numbers in part numbers, and with a unit as in 64GB or 2 m, are no quantities.
 * `decimal` is the sign before decimals, where it is known.
 */
export function readLine(line: string, decimal?: '.' | ','): LineText {
  const bare = withoutBullet(line.normalize('NFKC').slice(0, LONGEST_LINE));
  const all = joinDozens(joinGroups(tokensOf(bare, decimal)));
  const tokens = withoutFillers(withoutPrices(all));
  const kept = new Set(tokens);
  const textWithout = (used: ReadonlySet<Token>) =>
    textOf(
      bare,
      all.filter((token) => token.kind === 'cell' || used.has(token) || !kept.has(token)),
    );
  for (const rule of RULES) {
    const hits = rule(tokens, bare);
    if (hits.length === 0) continue;
    const used = new Set(hits.flatMap(({ tokens }) => tokens));
    const text = textWithout(used);
    if (text === '') break;
    const readings = [...new Set(hits.flatMap(({ count }) => count.readings!))];
    return readings.length === 1 ? { text, quantity: readings[0]! } : { text, readings };
  }
  return { text: textWithout(new Set()) || bare };
}

/** Joins '1 000' where what stands beside it says that it is one number. */
function joinGroups(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const last = joined.at(-1);
    const next = tokens[at + 1];
    const isGroup =
      last?.kind === 'number' &&
      token.kind === 'number' &&
      /^[1-9]\d{0,2}(?: \d{3}){0,2}$/.test(last.text) &&
      /^\d{3}$/.test(token.text) &&
      token.start === last.end + 1;
    const isBegun = ['sign', 'cell', 'label'].includes(joined.at(-2)?.kind ?? '') && isEnd(next);
    const isSaid = next?.kind === 'pieces' || next?.kind === 'times';
    if (isGroup && (isSaid || isBegun || (next?.kind === 'number' && next.text.length === 3))) {
      const text = `${last.text} ${token.text}`;
      joined[joined.length - 1] = { ...last, text, end: token.end, readings: readCount(text) };
    } else joined.push(token);
  }
  return joined;
}

/** Joins '2 dozen' and 'a dozen' to one number. */
function joinDozens(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const isDozen = token.kind === 'word' && DOZENS.has(token.text.toLowerCase().replace(/\.$/, ''));
    const isOne = last !== undefined && ONES.has(last.text.toLowerCase());
    // '$40 a dozen' is a price.
    const isOfPrice = ['price', 'currency', 'each'].includes(joined.at(isOne ? -2 : -1)?.kind ?? '');
    const counts = last?.kind === 'number' ? last.readings! : isOne ? [1] : [];
    if (!isDozen || isOfPrice || counts.length === 0) {
      joined.push(token);
      continue;
    }
    const readings = counts.map((count) => count * DOZEN);
    const text = readings.join(' ');
    joined[joined.length - 1] = { ...last!, ...{ kind: 'number', text, end: token.end, readings } };
  }
  return joined;
}

/** Leaves out words before a number: in 'please add 150 NB-E64' it is the first. */
function withoutFillers(tokens: Token[]): Token[] {
  const isBeside = ({ kind, text }: Token) =>
    kind === 'sign' || (kind === 'word' && isFiller(text)) || isReceiver(text);
  const first = tokens.findIndex((token) => !isBeside(token));
  return tokens[first]?.kind === 'number' ? tokens.slice(first) : tokens;
}

/** Leaves out prices, with what says that they are of a piece. */
function withoutPrices(tokens: Token[]): Token[] {
  const left: Token[] = [];
  let isPriced = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    const next = tokens[at + 1];
    const last = left.at(-1);
    // 'je 300 Stück' is a quantity, for each part.
    const isEach = last?.kind === 'each' && !(last.text.toLowerCase() === 'je' && next?.kind === 'pieces');
    const isAmount = token.kind === 'number' && (next?.kind === 'currency' || isEach);
    const isCurrency = token.kind === 'currency' && next?.kind === 'number';
    const isLast = token.kind === 'number' && next === undefined && /[.,]\d\d$/.test(token.text);
    const isOther = left.some(({ kind }) => kind === 'number');
    if (token.kind === 'price' || isAmount || isCurrency || (isLast && isOther)) {
      while (['each', 'sign', 'currency'].includes(left.at(-1)?.kind ?? '')) left.pop();
      if (isCurrency || next?.kind === 'currency') at += 1;
      isPriced = true;
    } else if (!isPriced || !['each', 'pieces', 'currency', 'sign'].includes(token.kind)) {
      left.push(token);
      isPriced = false;
    }
  }
  return left;
}

/** A line's place in a list: 'Pos 10', 'Position 10:', 'Item 3 -', 'Zeile 2)'. 'Line 6 cable' names a part. */
const PLACE =
  /^(?:pos(?:ition)?\.? ?#?\d{1,5}(?:[.:)]?(?=\s)| ?[-–—](?= ))|(?:item|line|zeile|posten|lfd\.? ?nr\.?|no\.?|nr\.?) ?#?\d{1,3}(?:[:)](?=\s)|\.(?=\s)| [-–—](?= )))/i;

/** Leaves out the signs of quoted mails, and bullets and numbers of lists. */
function withoutBullet(line: string): string {
  let rest = line.replace(/[\u200b-\u200f\u2060\ufeff]/g, '').trim();
  for (;;) {
    const bullet =
      /^(?:>|\|(?= )|[•·‣▪◦○●]|[-*+–—](?=\s)|\[[ xX]?\](?=\s)|\(?\d{1,3}[.)](?=\s)|[a-z]\)(?=\s))/.exec(
        rest,
      ) ?? PLACE.exec(rest);
    if (!bullet) return rest;
    rest = rest.slice(bullet[0].length).trimStart();
  }
}

/** What stands at the ends of a text and is not of it. */
const LOOSE = ' -–—:;,|=/×*@';

/** Returns a line without some of its tokens, without the signs at its ends and the words before the part. */
function textOf(line: string, removed: readonly Token[]): string {
  let text = '';
  let end = 0;
  for (const token of removed) {
    const isQuoted = token.kind !== 'cell' && line[token.start - 1] === '"' && line[token.end] === '"';
    text += `${line.slice(end, token.start - Number(isQuoted))} `;
    end = token.end + Number(isQuoted);
  }
  const words = trimmed(text + line.slice(end)).split(' ');
  while (words.length > 1 && isFiller(words[0]!)) words.shift();
  while (words.length > 1 && isFiller(words.at(-1)!)) words.pop();
  return trimmed(words.join(' '));
}

/** Returns whether a word is beside the point. */
export const isFiller = (word: string) => FILLERS.has(word.toLowerCase().replace(/[,.!?:]$/, ''));

function trimmed(text: string): string {
  let rest = text.replaceAll(/\s+/g, ' ').replaceAll(/[([] ?[)\]]/g, '');
  for (;;) {
    const before = rest;
    while (rest !== '' && LOOSE.includes(rest[0]!)) rest = rest.slice(1);
    while (rest !== '' && LOOSE.includes(rest.at(-1)!)) rest = rest.slice(0, -1);
    const isQuoted = /^["'„“«]/.test(rest) && /["'“”»]$/.test(rest);
    if (isQuoted) rest = rest.slice(1, -1);
    if (/[\p{L}\p{N}][.!?]$/u.test(rest)) rest = rest.slice(0, -1);
    if (rest === before) return rest;
  }
}
