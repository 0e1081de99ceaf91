import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { freeText, IdSchema } from '../kernel/fields.ts';

/** same: fits and does the same; better: fits and does more; similar: look at what differs. */
export const SUBSTITUTE_KINDS = ['same', 'better', 'similar'] as const;

/** The most substitutes of a product. */
export const MOST_SUBSTITUTES = 10;

/** A product that can take the place of another one, as it is answered. Only those on sale are. */
export const SubstituteSchema = z.object({
  _id: IdSchema,
  kind: z.enum(SUBSTITUTE_KINDS),
  /** What to mind, in the supplier's words. */
  note: z.string().optional(),
});
export type Substitute = z.infer<typeof SubstituteSchema>;

/** The substitutes of a product, as input, each named by `_id` or by `sku`. They replace those from before. */
export const SubstitutesInputSchema = z
  .array(
    z
      .object({
        _id: IdSchema.max(64, say('substitute_which')).optional(),
        sku: z.string(say('substitute_which')).max(64, say('substitute_which')).optional(),
        kind: z.enum(SUBSTITUTE_KINDS, say('substitute_kind', { known: SUBSTITUTE_KINDS.join(', ') })),
        note: freeText(200).optional(),
      })
      .refine(({ _id, sku }) => (_id === undefined) !== (sku === undefined), say('substitute_which')),
  )
  .max(MOST_SUBSTITUTES, say('too_many_substitutes', { most: MOST_SUBSTITUTES }));
export type SubstituteInput = z.infer<typeof SubstitutesInputSchema>[number];
