import { z } from 'zod';
import { isPlainLine } from '../address-book/ship-to.ts';
import { type Attribute, SlugSchema } from '../categories/schema.ts';
import { AttachmentSchema, AttachmentsInputSchema } from '../files/schema.ts';
import { say } from '../kernel/field-message.ts';
import { foldedLine, requiredText, wholeNumber } from '../kernel/fields.ts';
import { isGtin } from './ean.ts';
import { SubstituteSchema, SubstitutesInputSchema } from './substitutes.ts';

/** active: sold and made; last_buy: no longer made, sold until it is gone; obsolete: no longer made. */
export const LIFECYCLES = ['active', 'last_buy', 'obsolete'] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

export const AttributeValueSchema = z.union([z.string(), z.number(), z.boolean()]);
export type AttributeValue = z.infer<typeof AttributeValueSchema>;

/** What a product's answer says of it besides the specification's fields. What is not known is left out. */
export const productFactShapes = {
  /** The supplier's own number, unique among products on sale in any case of letters. */
  sku: z.string(),
  maker: z.string().optional(),
  /** The maker's number. */
  mpn: z.string().optional(),
  /** Its GTIN, with the check digit: 8, 12, 13 or 14 digits, of which the first may be 0. */
  ean: z.string().optional(),
  category: z.object({ slug: z.string(), name: z.string() }).optional(),
  /** In the order of its category; `unit` is that of a number. */
  attributes: z.array(
    z.object({ key: z.string(), name: z.string(), value: AttributeValueSchema, unit: z.string().optional() }),
  ),
  /** What it is packed in, and how many pieces one such package has. */
  package: z.object({ name: z.string(), pieces: z.number().int() }).optional(),
  /** Days until it ships. */
  leadDays: z.number().int().optional(),
  lifecycle: z.enum(LIFECYCLES),
  weightGrams: z.number().optional(),
  /** Addresses of its pictures, the first of which is `image`. */
  images: z.array(z.string()),
  attachments: z.array(AttachmentSchema),
  substitutes: z.array(SubstituteSchema),
};

/** The most characters of a bin. */
export const MOST_BIN = 30;

/** The most bytes of a product's attributes, as JSON. */
const ATTRIBUTE_BYTES = 8000;

/** A part number as it is written: letters, digits and signs, up to 64, beginning with a letter or a digit. */
function partNumber(message: string) {
  return requiredText(message, 64).refine(
    (text) => /^[\p{L}\p{N}][\p{L}\p{N} ._+/#()-]*$/u.test(text),
    message,
  );
}

/** Digits of a number, before its point and after, that PostgreSQL writes out in full. */
const isModest = (x: number) => x === 0 || (Math.abs(x) >= 1e-12 && Math.abs(x) <= 1e15);

const AttributeInputSchema = z.union(
  [foldedLine(say('attribute_value'), 200), z.number().refine(isModest, say('attribute_value')), z.boolean()],
  say('attribute_value'),
);

/** The fields of input; null takes a fact away. */
export const productFactFields = {
  sku: partNumber(say('sku')).optional(),
  maker: foldedLine(say('maker'), 100).nullable().optional(),
  mpn: partNumber(say('mpn')).nullable().optional(),
  ean: z.string(say('ean')).trim().refine(isGtin, say('ean')).nullable().optional(),
  /** When less than this is on sale and expected, the part runs out. Only admins see it. */
  reorderPoint: wholeNumber(0, say('reorder_point')).nullable().optional(),
  /** Where in the warehouse it is, in capitals, so that it sorts and is found alike. Only admins see it. */
  bin: requiredText(say('bin'), MOST_BIN)
    .refine(isPlainLine, say('one_line'))
    .toUpperCase()
    .nullable()
    .optional(),
  /** The slug of its category. */
  category: SlugSchema.nullable().optional(),
  /** Values by the keys of its category's attributes. They replace those from before. */
  attributes: z
    .record(z.string().max(60), AttributeInputSchema, say('attributes'))
    .refine(
      (values) => new TextEncoder().encode(JSON.stringify(values)).length <= ATTRIBUTE_BYTES,
      say('too_long', { most: ATTRIBUTE_BYTES }),
    )
    .optional(),
  package: z
    .object(
      { name: foldedLine(say('package_name'), 60), pieces: wholeNumber(1, say('package_pieces')) },
      say('package'),
    )
    .nullable()
    .optional(),
  leadDays: wholeNumber(0, say('lead_days')).max(3650, say('lead_days')).nullable().optional(),
  lifecycle: z.enum(LIFECYCLES, say('lifecycle', { known: LIFECYCLES.join(', ') })).optional(),
  weightGrams: z
    .number(say('weight'))
    .positive(say('weight'))
    .max(1_000_000, say('weight'))
    .nullable()
    .optional(),
  attachments: AttachmentsInputSchema.optional(),
  substitutes: SubstitutesInputSchema.optional(),
};

/** Returns whether a value has the kind of its attribute. */
export function isOfKind({ kind }: Attribute, value: AttributeValue): boolean {
  if (kind === 'number') return typeof value === 'number';
  return kind === 'yesno' ? typeof value === 'boolean' : typeof value === 'string';
}
