import { countOf } from '#contract/kernel/money.ts';
import type { Section } from '#contract/settings/schema.ts';
import type { Draft } from './draft.ts';
import { optionsOf } from './fields.ts';

/** Letters of a value that are shown beside its field. */
const LONGEST = 80;

/** Returns the beginning of a long text. */
export const shorten = (text: string) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed().trim()}…` : text;

/** Returns the value of a field in words: of entries, how many there are and how each begins. */
export function wordsOfValue(section: Section, path: string, value: unknown): string {
  if (!Array.isArray(value)) {
    const text = String(value ?? '').trim();
    return optionsOf(section, path)[text] ?? (shorten(text) || 'empty');
  }
  const count = countOf(value.length, 'entry', 'entries');
  const beginnings = value.map((entry: Draft) => shorten(firstText(entry))).filter((text) => text !== '');
  return [count, beginnings.join('; ')].filter(Boolean).join(': ');
}

/** What an entry begins with. */
function firstText(entry: Draft): string {
  return (
    Object.values(entry).find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? ''
  );
}
