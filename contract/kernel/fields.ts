import { z } from 'zod';
import { onOneLine, trimShown } from './blank.ts';
import { withoutTurns } from './direction.ts';
import { say } from './field-message.ts';
import { MOST_PIECES } from './pieces.ts';
import { LONGEST_REASON } from './text-limits.ts';

// zod would try to compile code from text, which the pages' content policy forbids and browsers report.
if ('document' in globalThis) z.config({ jitless: true });

/** A document's id: a UUIDv7 string. Any string is accepted here; one of another form is an unknown id. */
export const IdSchema = z.string().meta({ format: 'uuid' });

/** A moment: ISO 8601, UTC. */
export const TimeSchema = z.string().meta({ format: 'date-time' });

/** A day: '2027-03-03'. */
export const DateSchema = z.string(say('date')).refine(isDay, say('date')).meta({ format: 'date' });

/** Returns whether text is a day of the calendar, of this century or the next one. */
function isDay(text: string): boolean {
  if (!/^2[01]\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** `limit` and `after` of every list. Query values are strings; a repeated parameter arrives as an array and is refused. */
export const pageFields = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, say('page_limit'))
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .optional(),
  after: IdSchema.optional(),
};

/** A page of a list: at most `limit` entries that follow the entry with the id `after`. */
export interface Page {
  limit?: number | undefined;
  after?: string | undefined;
}

/**
 * A whole number within bounds that a 32-bit column can hold. One message for every error, or others for fractions and for what
 * is too large.
 */
export function wholeNumber(min: number, message: string, { fraction = message, large = message } = {}) {
  return z.number(message).int(fraction).min(min, message).max(MOST_PIECES, large);
}

/**
 * Text before it is cleaned, which takes what shows nothing off. It is bounded first: to clean a long one, such as of marks that combine, takes
 * a time that grows with the square of its length.
 */
function rawText(max: number, message?: string) {
  return z.string(message).max(2 * max + 1_000, { error: say('too_long', { most: max }), abort: true });
}

/** Required text: `message` when it is missing, shows nothing or is no string. Text that cannot be stored is refused. */
export function requiredText(message: string, max: number, asTaken = trimShown) {
  return rawText(max, message)
    .overwrite(withoutTurns)
    .overwrite(asTaken)
    .min(1, message)
    .max(max, say('too_long', { most: max }))
    .refine(isStorable, say('unstorable'));
}

/** Text on one line: no line breaks, tabs or other control characters. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

/** Required text on one line. */
export function requiredLine(message: string, max: number) {
  return requiredText(message, max).refine(isOneLine, say('one_line'));
}

/** Required text that is put on one line: spreadsheets break it where their cells are too narrow. */
export function foldedLine(message: string, max: number) {
  return requiredText(message, max, foldShown);
}

const foldShown = (text: string) => trimShown(onOneLine(text));

/** Why somebody does something, on one line: it is told within sentences. */
export const reasonLine = (message = say('reason_required')) => foldedLine(message, LONGEST_REASON);

/** Why staff do something. */
export const ReasonSchema = z.object({ why: reasonLine() });
export type Reason = z.infer<typeof ReasonSchema>;

/** Text that may be empty. */
export function freeText(max: number) {
  return rawText(max)
    .overwrite(withoutTurns)
    .max(max, say('too_long', { most: max }))
    .refine(isStorable, say('unstorable'));
}

/** Text that may be empty and is put on one line. */
export function shownLine(max: number) {
  return shownText(max, foldShown);
}

/** Text that may be empty; one that shows nothing is. White space around it does not count. */
export function shownText(max: number, asTaken = trimShown) {
  return rawText(max)
    .overwrite(withoutTurns)
    .overwrite(asTaken)
    .max(max, say('too_long', { most: max }))
    .refine(isStorable, say('unstorable'));
}

/**
 * Returns whether text can be stored unchanged: PostgreSQL takes no NUL, and half of a surrogate pair has no UTF-8 and would
 * be read back as another character.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const KEY_FORM = say('idempotency_key');
/** The header Idempotency-Key. */
export const IdempotencyKeySchema = z.string(KEY_FORM).regex(/^[\x21-\x7e]{1,255}$/, KEY_FORM);

/** Responses of calls that add, change or delete something: its id, or the number of rows. */
export const InsertedSchema = z.object({ insertedId: IdSchema });
export const ModifiedSchema = z.object({ modifiedCount: z.int() });
export const DeletedSchema = z.object({ deletedCount: z.int() });
