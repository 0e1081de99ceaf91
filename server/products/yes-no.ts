import { negations } from '#content/search.ts';

/** An attribute that is yes or no, in a category. */
export interface YesNoAttribute {
  /** The slug of the category. */
  category: string;
  key: string;
  name: string;
  /** Returns whether a part on sale has this value. */
  has(value: boolean): boolean;
}

/** What a query asks of yes/no attributes with one name, from its place up to before `end`. */
export interface YesNo {
  end: number;
  value: boolean;
  attributes: YesNoAttribute[];
}

const BEFORE = ' ,;(\t';
const AFTER = ' ,;)\t';

/** Letters of ASCII in lower case, hyphens as spaces: every letter keeps its place. */
const folded = (text: string) =>
  text.replace(/[A-Z-]/g, (letter) => (letter === '-' ? ' ' : letter.toLowerCase()));

/** Returns the attributes that a query names here, the longest name first: 'ecc', or 'non-ecc' and 'no ecc' for what is without. */
export function yesNoAt(q: string, start: number, attributes: readonly YesNoAttribute[]): YesNo | undefined {
  if (start > 0 && !BEFORE.includes(q[start - 1]!)) return undefined;
  const letters = folded(q);
  const negation = negations.find((word) => letters.startsWith(`${word} `, start));
  const from = negation === undefined ? start : start + negation.length + 1;
  let longest = '';
  for (const { name } of attributes) {
    const isNamed = letters.startsWith(folded(name), from) && AFTER.includes(q[from + name.length] ?? ' ');
    if (isNamed && name.length > longest.length) longest = name;
  }
  if (longest === '') return undefined;
  const value = negation === undefined;
  const named = attributes.filter(({ name }) => folded(name) === folded(longest));
  if (!named.some(({ has }) => has(value))) return undefined;
  return { end: from + longest.length, value, attributes: named };
}
