import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { IdSchema } from '../kernel/fields.ts';
import { LONGEST_SEARCH } from '../kernel/text-limits.ts';

/** The most suggestions, and how many of them are categories. */
export const MOST_SUGGESTIONS = 8;
export const MOST_SUGGESTED_CATEGORIES = 3;

export const SuggestionQuerySchema = z.object({
  /** What has been typed so far. */
  q: z.string(say('search_required')).max(LONGEST_SEARCH, say('too_long', { most: LONGEST_SEARCH })),
});

/** Why a part is suggested: the field (`own`: the buyer's own number of it) and its text, and which characters of it match, from `start` up to before `end`. */
const MatchedSchema = z.object({
  field: z.enum(['own', 'sku', 'mpn', 'ean', 'name']),
  text: z.string(),
  /** In order, without overlaps. None where the part is called something else that means the same. */
  marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
  /** Whether what was typed is this whole part number. */
  exact: z.boolean(),
});
export type Matched = z.infer<typeof MatchedSchema>;

/** What was found instead of what was asked for, where no part has that. */
export const insteadShape = {
  /** Whether parts are shown whose number differs in one letter, as no part is numbered so. */
  nearest: z.boolean().optional(),
  /** The words that were searched for: those of `q` with a letter corrected. */
  corrected: z.string().optional(),
  /** Words of `q` that no part has, and that were left out; a number of pieces, too. */
  leftOut: z.array(z.string()).optional(),
  /** Parts have the word that was left out, but none has it beside the others. */
  beside: z.boolean().optional(),
};
export type Instead = z.infer<z.ZodObject<typeof insteadShape>>;

export const SuggestionsSchema = z.object({
  /** The best first: whole part numbers, their beginnings, names, and part numbers with one letter wrong. */
  parts: z.array(z.object({ _id: IdSchema, sku: z.string(), name: z.string(), matched: MatchedSchema })),
  /** Categories of that name, with the number of parts in them. */
  categories: z.array(z.object({ slug: z.string(), name: z.string(), count: z.number().int() })),
  ...insteadShape,
});
export type Suggestions = z.infer<typeof SuggestionsSchema>;
