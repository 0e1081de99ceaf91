import { z } from 'zod';
import { say } from './field-message.ts';
import { requiredText } from './fields.ts';

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
  .object({
    key: wordOf('_'),
    name: requiredText(say('name_required'), 60),
    kind: z.enum(ATTRIBUTE_KINDS),
    /** The unit of all its values, such as `GB`; for numbers only. */
    unit: requiredText(say('unit_required'), 20).optional(),
  })
  .refine(({ kind, unit }) => kind === 'number' || unit === undefined, say('unit_of_number'));
export type Attribute = z.infer<typeof AttributeSchema>;

/** Body of PUT /categories/{slug}. */
export const CategoryFieldsSchema = z.object({
  name: requiredText(say('name_required'), 60),
  /** The slug of the category that it is part of. */
  parent: SlugSchema.nullable().optional(),
  /** In the order in which products show them. */
  attributes: z
    .array(AttributeSchema)
    .max(MOST_ATTRIBUTES, say('too_many_attributes', { most: MOST_ATTRIBUTES }))
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, say('same_key'))
    .refine(
      (all) => new TextEncoder().encode(JSON.stringify(all)).length <= BYTES,
      say('too_long', { most: BYTES }),
    )
    .optional(),
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
});
export type Category = z.infer<typeof CategorySchema>;
