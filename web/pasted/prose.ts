/** What stands around the lines of an order in a mail. Pure. */
import { isFiller, type LineSketch } from '#contract/line-text.ts';

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|day)|hallo|guten (?:tag|morgen)|sehr geehrte|moin|liebe)(?!\p{L})/iu;

/** Heads of mails, also of those that are quoted. */
const HEAD = /^(?:from|to|cc|bcc|subject|date|sent|von|an|betreff|gesendet|datum|kopie) ?:/i;

const LONG_SENTENCE = 4;

/** Whether a line is of the head of a mail, or says who wrote what follows. */
export function isMailHead(line: string): boolean {
  const bare = withoutQuotes(line);
  return HEAD.test(bare) || /^-{2,20} ?(?:original|ursprüngliche)/i.test(bare) || isQuoting(bare);
}

const isQuoting = (bare: string) => bare.endsWith(':') && /\b(?:wrote|schrieb)\b/i.test(bare);

/** Whether a line is none of an order: a greeting, an introduction, or a sentence without a quantity. */
export function isProse(line: string, { hasQuantity, text }: LineSketch): boolean {
  if (isMailHead(line)) return true;
  if (hasQuantity) return false;
  const bare = withoutQuotes(line);
  if (!/[\p{L}\p{N}]/u.test(bare) || GREETING.test(bare) || bare.endsWith(':')) return true;
  if (bare.split(' ').every(isFiller)) return true;
  return /[.!?]$/.test(bare) && !/\d/.test(text) && bare.split(' ').length >= LONG_SENTENCE;
}

/** Returns a line without the signs of quoted mails. */
export const withoutQuotes = (line: string) => line.replace(/^[>\s]{0,20}/, '').trim();
