/** What stands around the lines of an order in a mail. Pure. */

import { LONGEST_CELL } from '#contract/matching/limits.ts';
import { isSentence } from '#contract/matching/sentences.ts';
import { isFiller, type LineSketch, readLine } from '#contract/matching/text.ts';
import { cellText } from './cell-text.ts';
import type { Found } from './part-column.ts';

/** Begins a letter, in English, German, French, Spanish, Italian, Dutch, Polish and Portuguese. */
const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|hej|god (?:dag|morgen|kväll)|sehr geehrter?|moin|lieber?|servus|grüß gott|grüezi|bonjour|bonsoir|salut|madame|monsieur|mesdames|messieurs|ch(?:er|ère)s?|hola|buen(?:os|as) (?:días|tardes|noches)|estimad[oa]s?|apreciad[oa]s?|muy señor(?:es)? m[íi]os?|buongiorno|buonasera|salve|ciao|gentil[ei](?:ssim[oaie])?|egregi[oa]?|spett(?:abile|\.le)|goede(?:morgen|middag|navond|ndag)|geachte|beste|dzień dobry|witam|witajcie|cześć|szanown[iaey]|bom dia|boa (?:tarde|noite)|olá|prezad[oa]s?|car[oa]s (?:senhor[ea]s|colegas)|exm[oa]s?)(?!\p{L})/iu;

/** Heads of mails, also of those that are quoted. */
const HEAD = /^(?:from|to|cc|bcc|subject|date|sent|von|an|betreff|gesendet|datum|kopie) ?:/i;

const LONG_SENTENCE = 4;
/** The most characters of a word of a sentence. */
const LONGEST_WORD = 40;

/** Begins where the goods go to, whatever numbers it has: 'Please ship to 1200 Industrial Way'. */
const ADDRESSED =
  /^(?:please )?(?:ship|deliver|bill|invoice) to |^(?:bitte )?(?:liefern an|lieferadresse|rechnungsadresse)(?![\p{L}\p{N}])/iu;

/** Whether a line is of the head of a mail, or says who wrote what follows. */
export function isMailHead(line: string): boolean {
  const bare = withoutQuotes(line);
  return HEAD.test(bare) || /^-{2,20} ?(?:original|ursprüngliche)/i.test(bare) || isQuoting(bare);
}

const isQuoting = (bare: string) => bare.endsWith(':') && /\b(?:wrote|schrieb)\b/i.test(bare);

/** Whether a line is none of an order: a greeting, an introduction, or a sentence without a quantity. */
export function isProse(line: string, { hasQuantity, text }: LineSketch): boolean {
  if (isMailHead(line) || isAddressed(line)) return true;
  if (hasQuantity) return false;
  const bare = withoutQuotes(line);
  if (!/[\p{L}\p{N}]/u.test(bare) || bare.endsWith(':')) return true;
  if (GREETING.test(bare) && !text.split(/\s+/).some(isNumbered)) return true;
  if (bare.split(' ').every(isFiller)) return true;
  return /[.!?]$/.test(bare) && !/\d/.test(text) && bare.split(' ').length >= LONG_SENTENCE;
}

/**
 * Returns the cells by which the catalogue is asked whether a line is a sentence without any part: longer ones
 * are cut between words. None of other lines.
 */
export function cellsOfSentence(line: string): string[] {
  const bare = withoutQuotes(line);
  if (!isSentence(bare)) return [];
  const length = bare.length / Math.ceil(bare.length / (LONGEST_CELL - LONGEST_WORD));
  const cells: string[] = [''];
  for (const word of bare.split(/\s+/)) {
    if (word.length > LONGEST_WORD) return [];
    if (cells.at(-1)!.length < length) cells.push(`${cells.pop()} ${word}`.trim());
    else cells.push(word);
  }
  return cells.map(cellText);
}

/** Whether a line is a sentence of which no word can be of a part, as the catalogue says. */
export function isToldProse(line: string, found: Found): boolean {
  const cells = cellsOfSentence(line);
  return cells.length > 0 && cells.every((cell) => found.get(cell)?.isProse === true);
}

/** Whether a word has letters and digits, as part numbers and sizes have: 'NB-E64', 'DDR5', '64GB'. */
export const isNumbered = (word: string) => word.length >= 4 && /\d/.test(word) && /\p{L}/u.test(word);

const isAddressed = (line: string) =>
  ADDRESSED.test(withoutQuotes(line)) && readLine(line).counts.every(({ bond }) => bond === 'none');

/** Returns a line without the signs of quoted mails. */
export const withoutQuotes = (line: string) => line.replace(/^[>\s]{0,20}/, '').trim();
