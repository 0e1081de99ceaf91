import { type Holders, listOf, withHolder, withoutHolder } from './holders.ts';
import { isOneEdit } from './one-edit.ts';
import { SortedTexts } from './sorted-texts.ts';
import { isMissing, kindIn, type Term, wordsIn } from './words.ts';

/** A searchable entry: a name, whose part before the first comma says what it is, details, maker and part numbers. */
export interface Worded {
  name: string;
  details: string;
  maker: string;
  numbers: readonly string[];
}

/**
 * Places of a word: in the details, in the name, in the name's first part, or as what the thing is. Maker and part
 * numbers count as in the name.
 */
const DETAILS = 0;
const NAME = 1;
const HEAD = 2;
const KIND = 3;

/** Scores of a match, by its kind and by the place of the word. The best first. */
const WHOLE = [5, 13, 14, 17];
/**
 * A whole word that means what was typed. In the beginning of a name it is worth more than what was typed itself, so that
 * 'server memory' finds memory before what has memory, and 'psu' a power supply before its cable.
 */
const SYNONYM = [4, 10, 15, 16];
/** The beginning of a word, or of a synonym. */
const BEGINNING = [3, 7, 8, 9];
/** Within a word, for longer queries only: short ones match too much. */
const WITHIN = [2, 6, 6, 6];
const SHORTEST_WITHIN = 4;
/** The shortest word that is corrected. */
const SHORTEST_CORRECTED = 4;
/** A word that says that the typed thing is missing, as 'fanless' for 'fan'. */
const MISSING = [1, 1, 1, 1];

/** The score of each slot; 0 where nothing matches. */
export type Scores = Uint16Array;

/** A word. Products are put in one by one: where the one of this number has it is noted here, which is quicker than a map. */
interface Word {
  readonly text: string;
  holders: Holders | undefined;
  seenBy: number;
  place: number;
}

/** Texts whose words are remembered while many products are added: families share them. */
const MOST_REMEMBERED = 20_000;

/** Finds slots by words, with scores. */
export class WordIndex {
  readonly #words = new Map<string, Word>();
  readonly #sorted = new SortedTexts();
  /** Words of letters alone: only they are found by what is within them. */
  readonly #plain = new Set<string>();
  readonly #remembered = new Map<string, Word[]>();
  readonly #kinds = new Map<string, Word[]>();
  #seen = 0;
  /** Slots of words that searches and changes have looked at: what they cost, whatever else the machine does. */
  looked = 0;

  /** Adds an entry, or replaces what it was before. Words that it keeps are left alone: each may be of all entries. */
  put(slot: number, entry: Worded, before?: Worded): void {
    const known = new Map(before && this.#read(before).map((word) => [word, word.place]));
    for (const word of this.#read(entry)) {
      if (known.get(word) === word.place) known.delete(word);
      else this.#add(word, (slot << 2) | word.place);
    }
    // Last: a word that only moves within the entry is not forgotten.
    for (const [word, place] of known) this.#drop(word, (slot << 2) | place);
  }

  /** Removes a slot. Its words must be the same as when it was added. */
  remove(slot: number, entry: Worded): void {
    for (const word of this.#read(entry)) this.#drop(word, (slot << 2) | word.place);
  }

  #add(word: Word, holder: number): void {
    if (word.holders === undefined) {
      word.holders = holder;
      this.#sorted.add(word.text);
      if (isPlain(word.text)) this.#plain.add(word.text);
    } else word.holders = withHolder(word.holders, holder);
  }

  #drop(word: Word, holder: number): void {
    if (word.holders !== undefined) {
      this.looked += listOf(word.holders)[1];
      word.holders = withoutHolder(word.holders, holder);
    }
    if (word.holders !== undefined) return;
    this.#words.delete(word.text);
    this.#sorted.remove(word.text);
    this.#plain.delete(word.text);
    // They would bring it back.
    this.#forgetTexts();
  }

  /** Sorts in what was added last, and forgets what only helped to add it. The first search does it otherwise. */
  settle(): void {
    this.#forgetTexts();
    this.#sorted.settle();
  }

  #forgetTexts(): void {
    this.#remembered.clear();
    this.#kinds.clear();
  }

  /**
   * Returns the scores of slots below `end` that contain every term.
   * @param numbered adds scores of part numbers that a term begins
   */
  find(
    terms: readonly Term[],
    end: number,
    numbered: (term: string, give: (slot: number, isWhole: boolean) => void) => void,
  ): Scores {
    let all: Scores | undefined;
    for (const [n, { typed, meanings, begun }] of terms.entries()) {
      const isLast = n === terms.length - 1;
      const best = joinWords(typed, end, (word, scores) => {
        // Many words begin with a letter. It becomes a word only where somebody types on.
        if (word.length > 1 || isLast) this.#like(word, scores);
        else this.#exactly(word, WHOLE, scores);
        numbered(word, (slot, isWhole) => raise(scores, slot, (isWhole ? WHOLE : BEGINNING)[NAME]!));
      });
      for (const words of meanings) this.#phrase(words, SYNONYM, best);
      for (const words of begun) this.#phrase(words, BEGINNING, best);
      let isFound = false;
      for (let slot = 0; slot < end; slot += 1) {
        if (all && best[slot]! > 0) best[slot] = all[slot]! && all[slot]! + best[slot]!;
        isFound ||= best[slot]! > 0;
      }
      // What follows finds nothing more.
      if (!isFound) return best;
      all = best;
    }
    return all ?? new Uint16Array(end);
  }

  /**
   * Returns the word of letters alone that has one letter wrong, dropped, added or swapped with the next, and that most slots have.
   * Undefined for a word that finds something, and without such a word.
   */
  nearest(typed: string): string | undefined {
    if (typed.length < SHORTEST_CORRECTED || !isPlain(typed) || this.#finds(typed)) return undefined;
    let nearest: string | undefined;
    let most = 0;
    for (const word of this.#plain) {
      const holders = isOneEdit(typed, word) ? this.#words.get(word)?.holders : undefined;
      const count = holders === undefined ? 0 : listOf(holders)[1];
      if (count <= most) continue;
      nearest = word;
      most = count;
    }
    return nearest;
  }

  /** Returns whether any entry has this word. */
  has(word: string): boolean {
    return this.#words.get(word)?.holders !== undefined;
  }

  /** Returns whether a word begins one that any entry has, or has one letter wrong of it. */
  isLike(word: string): boolean {
    return !this.#sorted.beginning(word).next().done || this.nearest(word) !== undefined;
  }

  /**
   * Returns slots among which are all that have every term as a whole word or as what it means. The rarest terms are looked at first,
   * and no more of them once `most` slots or fewer are left; one more is returned where there are more in the end.
   */
  having(terms: readonly Term[], most: number): number[] {
    const ways = terms.map(({ typed, meanings }) => {
      const phrases = [typed, ...meanings].filter((words) => words.every((word) => this.has(word)));
      return { phrases, size: phrases.reduce((sum, words) => sum + this.#rarest(words), 0) };
    });
    ways.sort((a, b) => a.size - b.size);
    let left: Set<number> | undefined;
    for (const { phrases } of ways) {
      if (left && left.size <= most) break;
      const next = new Set<number>();
      for (const words of phrases) for (const slot of this.#holding(words, left)) next.add(slot);
      left = next;
    }
    return [...(left ?? [])].slice(0, most + 1);
  }

  #rarest(words: readonly string[]): number {
    return Math.min(...words.map((word) => listOf(this.#words.get(word)!.holders!)[1]));
  }

  /** Returns the slots that have all words, of some alone where these are given. */
  #holding(words: readonly string[], among: Set<number> | undefined): Set<number> {
    let held = among;
    for (const word of words) {
      const [list, length] = listOf(this.#words.get(word)!.holders!);
      this.looked += length;
      const next = new Set<number>();
      for (let at = 0; at < length; at += 1) {
        const slot = list[at]! >>> 2;
        if (!held || held.has(slot)) next.add(slot);
      }
      held = next;
    }
    return held ?? new Set();
  }

  #finds(typed: string): boolean {
    return (
      !this.#sorted.beginning(typed).next().done || this.#plain.values().some((word) => word.includes(typed))
    );
  }

  /** Raises the scores of slots with all words of a phrase. */
  #phrase(words: readonly string[], worth: readonly number[], best: Scores): void {
    if (!words.every((word) => this.#words.has(word))) return;
    if (words.length === 1) this.#exactly(words[0]!, worth, best);
    else
      raiseAll(
        best,
        joinWords(words, best.length, (word, scores) => this.#exactly(word, worth, scores)),
      );
  }

  #exactly(word: string, worth: readonly number[], scores: Scores): void {
    const holders = this.#words.get(word)?.holders;
    if (holders === undefined) return;
    const [list, length] = listOf(holders);
    this.looked += length;
    for (let at = 0; at < length; at += 1) raise(scores, list[at]! >>> 2, worth[list[at]! & 3]!);
  }

  /** Raises the scores of slots with a word that equals or begins with the typed one, or, where none does, contains it. */
  #like(typed: string, scores: Scores): void {
    this.#exactly(typed, WHOLE, scores);
    let isBegun = false;
    for (const word of this.#sorted.beginning(typed)) {
      isBegun = true;
      if (word !== typed) this.#exactly(word, isMissing(typed, word) ? MISSING : BEGINNING, scores);
    }
    // Who types 'raid' does not mean what is braided.
    if (isBegun || typed.length < SHORTEST_WITHIN || !isPlain(typed)) return;
    for (const word of this.#plain) if (word.indexOf(typed) > 0) this.#exactly(word, WITHIN, scores);
  }

  /** Returns the words of an entry, each with its best place. */
  #read({ name, details, maker, numbers }: Worded): Word[] {
    this.#seen += 1;
    const found: Word[] = [];
    const comma = name.indexOf(',');
    const head = comma < 0 ? name : name.slice(0, comma);
    const note = (words: Word[], place: number) => {
      for (const word of words) {
        if (word.seenBy !== this.#seen) found.push(word);
        word.seenBy = this.#seen;
        word.place = place;
      }
    };
    const add = (text: string, place: number) => {
      for (const part of text.split(', ')) note(this.#remember(this.#remembered, part, wordsIn), place);
    };
    add(details, DETAILS);
    add(maker, NAME);
    for (const number of numbers)
      note(
        piecesOf(number).map((word) => this.#word(word)),
        NAME,
      );
    add(name, NAME);
    add(head, HEAD);
    note(this.#remember(this.#kinds, head, kindIn), KIND);
    return found;
  }

  /** Returns the words of a text, which are read once as long as there are not too many texts. */
  #remember(texts: Map<string, Word[]>, text: string, read: (text: string) => Set<string>): Word[] {
    let words = texts.get(text);
    if (!words) {
      words = Array.from(read(text), (word) => this.#word(word));
      if (texts.size === MOST_REMEMBERED) texts.clear();
      texts.set(text, words);
    }
    return words;
  }

  #word(text: string): Word {
    let word = this.#words.get(text);
    if (!word) {
      word = { text, holders: undefined, seenBy: 0, place: 0 };
      this.#words.set(text, word);
    }
    return word;
  }
}

const isPlain = (word: string) => !/\d/.test(word);

/** The words that a part number consists of. The whole is found by the index of part numbers. */
function piecesOf(number: string): string[] {
  const words = wordsIn(number);
  let longest = 0;
  for (const word of words) longest = Math.max(longest, word.length);
  return words.size > 1 ? Array.from(words).filter((word) => word.length < longest) : [];
}

/** Returns the scores of slots that have all of some words: the lowest of each slot. */
function joinWords(
  words: readonly string[],
  end: number,
  find: (word: string, scores: Scores) => void,
): Scores {
  let all: Scores | undefined;
  for (const word of words) {
    const scores = new Uint16Array(end);
    find(word, scores);
    if (!all) all = scores;
    else for (let slot = 0; slot < end; slot += 1) if (scores[slot]! < all[slot]!) all[slot] = scores[slot]!;
  }
  return all ?? new Uint16Array(end);
}

function raise(scores: Scores, slot: number, worth: number): void {
  if (scores[slot]! < worth) scores[slot] = worth;
}

function raiseAll(scores: Scores, others: Scores): void {
  for (let slot = 0; slot < others.length; slot += 1) raise(scores, slot, others[slot]!);
}
