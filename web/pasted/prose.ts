/** What stands around the lines of an order in a mail. Pure. */
import { isFiller, type LineText } from '#contract/line-text.ts';

/** Begins the end of a mail: all after it is the sender's name and address. */
const SIGNATURE =
  /^(?:(?:(?:best|kind|warm|many) )?regards|(?:many )?thanks|thank you|cheers|sincerely|yours (?:sincerely|faithfully)|mit (?:freundlichen|besten)|(?:viele|beste|liebe|freundliche|schöne) grü(?:ß|ss)e|vielen dank|danke|mfg|vg|lg|sent from|von meinem)(?![\p{L}\p{N}])/iu;

/** Words of a line that may begin a signature: 'Thanks for your offer of last week' does not. */
const MOST_SIGNING = 4;

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|day)|hallo|guten (?:tag|morgen)|sehr geehrte|moin|liebe)(?!\p{L})/iu;

/** Heads of mails, also of those that are quoted. */
const HEAD = /^(?:from|to|cc|bcc|subject|date|sent|von|an|betreff|gesendet|datum|kopie) ?:/i;

const LONG_SENTENCE = 4;

/** Whether a line begins the signature of a mail. */
export function isSignature(line: string): boolean {
  const bare = withoutQuotes(line);
  if (/^(?:--|_{2,60})$/.test(bare)) return true;
  // The same in two languages: 'Mit freundlichen Grüßen / Best regards'.
  return bare
    .split(/[/|]/)
    .every((part) => SIGNATURE.test(part.trim()) && part.trim().split(' ').length <= MOST_SIGNING);
}

/** Whether a line is of the head of a mail, or says who wrote what follows. */
export function isMailHead(line: string): boolean {
  const bare = withoutQuotes(line);
  return HEAD.test(bare) || /^-{2,20} ?(?:original|ursprüngliche)/i.test(bare) || isQuoting(bare);
}

const isQuoting = (bare: string) => bare.endsWith(':') && /\b(?:wrote|schrieb)\b/i.test(bare);

/** Whether a line is none of an order: a greeting, an introduction, or a sentence without a quantity. */
export function isProse(line: string, { quantity, readings, text }: LineText): boolean {
  if (isMailHead(line)) return true;
  if (quantity !== undefined || readings !== undefined) return false;
  const bare = withoutQuotes(line);
  if (!/[\p{L}\p{N}]/u.test(bare) || GREETING.test(bare) || bare.endsWith(':')) return true;
  if (bare.split(' ').every(isFiller)) return true;
  return /[.!?]$/.test(bare) && !/\d/.test(text) && bare.split(' ').length >= LONG_SENTENCE;
}

const withoutQuotes = (line: string) => line.replace(/^[>\s]{0,20}/, '').trim();
