import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { foldedLine, wholeNumber } from '../kernel/fields.ts';

/** Kinds of attributes. Products are narrowed by all but `text`: by the ends of a range, by values, or by yes and no. */
const ATTRIBUTE_KINDS = ['number', 'choice', 'yesno', 'text'] as const;

/** The most attributes of a category. */
const MOST_ATTRIBUTES = 60;

/** The most bytes of a category's attributes, as JSON. */
const BYTES = 20_000;

/** A word in addresses and queries: lower case letters and digits, in parts joined by `-` or `_`. */
const wordOf = (joint: '-' | '_') =>
  z
    .string(say('slug'))
    .max(60, say('slug'))
    .refine((word) => word.split(joint).every((part) => /^[a-z0-9]+$/.test(part)), say('slug'));

export const SlugSchema = wordOf('-');

export const AttributeSchema = z
  .object(
    {
      key: wordOf('_'),
      name: foldedLine(say('name_required'), 60),
      kind: z.enum(ATTRIBUTE_KINDS, say('kind', { known: ATTRIBUTE_KINDS.join(', ') })),
      /** The unit of all its values, such as `GB`; for numbers only. */
      unit: foldedLine(say('unit_required'), 20).optional(),
    },
    say('category_attributes'),
  )
  .refine(({ kind, unit }) => kind === 'number' || unit === undefined, say('unit_of_number'));
export type Attribute = z.infer<typeof AttributeSchema>;

/** Body of PUT /categories/{slug}. */
export const CategoryFieldsSchema = z.object({
  name: foldedLine(say('name_required'), 60),
  /** The slug of the category that it is part of. */
  parent: SlugSchema.nullable().optional(),
  /** In the order in which products show them. */
  attributes: z
    .array(AttributeSchema, say('category_attributes'))
    .max(MOST_ATTRIBUTES, say('too_many_attributes', { most: MOST_ATTRIBUTES }))
    .superRefine((all, context) => {
      for (const [n, { key }] of all.entries())
        if (all.findIndex((other) => other.key === key) < n)
          context.addIssue({ code: 'custom', path: [n, 'key'], message: say('same_key') });
    })
    .refine(
      (all) => new TextEncoder().encode(JSON.stringify(all)).length <= BYTES,
      say('too_long', { most: BYTES }),
    )
    .optional(),
  /** The `revision` that the change is based on: another one is refused. 0 for a category that must not be there yet. */
  revision: wholeNumber(0, say('revision')).optional(),
});
export type CategoryFields = z.infer<typeof CategoryFieldsSchema>;

export const CategorySchema = z.object({
  slug: z.string(),
  name: z.string(),
  parent: z.string().optional(),
  attributes: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      kind: z.enum(ATTRIBUTE_KINDS),
      unit: z.string().optional(),
    }),
  ),
  /** Rises with each change. */
  revision: z.int(),
});
export type Category = z.infer<typeof CategorySchema>;

/** How many products on sale are in a category itself, and how many of them have a value of each attribute, by its key. */
export const CategoryCountsSchema = z.object({
  products: z.int(),
  values: z.record(z.string(), z.int()),
});
export type CategoryCounts = z.infer<typeof CategoryCountsSchema>;
