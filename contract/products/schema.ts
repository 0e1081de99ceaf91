import { z } from 'zod';
import { MOST_EXPECTED } from '../kernel/days.ts';
import { say } from '../kernel/field-message.ts';
import { foldedLine, IdSchema, requiredText, wholeNumber } from '../kernel/fields.ts';
import { isDollars } from '../kernel/money.ts';
import { MOST_STOCK } from '../kernel/pieces.ts';
import { MOST_PRICE } from '../kernel/price.ts';
import { ExpectedSchema } from '../receipts/schema.ts';
import { priceError } from './minimum.ts';
import { PriceBreaksSchema, priceBreaksError } from './price-breaks.ts';
import { productFactFields, productFactShapes } from './product-facts.ts';

export const ProductSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  /** URL of its picture: http(s), or a path of the shop's own image host. */
  image: z.string(),
  shortDetails: z.string(),
  /** Minimum order quantity. */
  minOrder: z.number().int(),
  /** Pieces in stock that are neither held nor sold. */
  available: z.number().int(),
  /** Unit price in dollars at the minimum, with up to six decimals. */
  price: z.number(),
  /** Orders are of a multiple of this many pieces. */
  multiple: z.number().int(),
  /** Lower unit prices, in dollars with up to six decimals, of orders of at least `from` pieces. */
  priceBreaks: z.array(z.object({ from: z.number().int(), price: z.number() })),
  ...productFactShapes,
  /** What is expected and not promised yet, by day: a line with `receiptDate` takes it. Absent without any. */
  expected: z.array(ExpectedSchema).max(MOST_EXPECTED).optional(),
  /** Rises with each change by an admin; orders, which change `available`, leave it. */
  revision: z.number().int(),
});
export type Product = z.infer<typeof ProductSchema>;

/** A product with what only staff see of it. What is not known is left out. `shelf`: pieces on sale and in orders. */
export type StockedProduct = Product & { reorderPoint?: number; bin?: string; shelf?: number };

/** A price in dollars: 0.01 to 999,999.99 with at most two decimals. */
export const PriceSchema = z
  .number(say('price_required'))
  .min(0.01, { error: say('price_too_low'), abort: true })
  .max(MOST_PRICE, { error: say('price_too_high'), abort: true })
  .refine(isDollars, { error: say('price_two_decimals'), abort: true });

/** A picture's address: an http(s) URL, or a path of the shop's own image host. */
export const ImageUrlSchema = requiredText(say('product_image_required'), 2048).refine(
  isImageAddress,
  say('image_form'),
);

/** The most pictures of a product besides its first. */
export const MOST_PICTURES = 11;

/** A product's fields, each valid by itself; together they may still exceed the card limit, or price breaks may not fall. */
export const ProductFieldsSchema = z.object({
  name: foldedLine(say('product_name_required'), 200),
  image: ImageUrlSchema,
  shortDetails: requiredText(say('short_details_required'), 1000),
  minOrder: wholeNumber(1, say('min_quantity_required')),
  available: wholeNumber(0, say('available_required')).max(MOST_STOCK, say('stock_too_many')),
  price: PriceSchema,
  multiple: wholeNumber(1, say('multiple')).max(1_000_000, say('multiple')).optional(),
  priceBreaks: PriceBreaksSchema.optional(),
  ...productFactFields,
  /** Pictures besides `image`. */
  moreImages: z
    .array(ImageUrlSchema, say('more_images'))
    .max(MOST_PICTURES, say('too_many_pictures', { most: MOST_PICTURES }))
    .optional(),
});

export const NewProductSchema = ProductFieldsSchema.superRefine((product, context) => {
  // Only valid fields can be checked together.
  if (context.issues.length > 0) return;
  const error = priceError(product);
  if (error) context.addIssue({ code: 'custom', path: ['price'], message: say('unorderable', error) });
  const broken = priceBreaksError(product);
  if (broken) context.addIssue({ code: 'custom', ...broken });
});
export type NewProduct = z.infer<typeof NewProductSchema>;

/** The server checks prices and minimum together, with the product's unchanged fields. */
export const ProductChangeSchema = ProductFieldsSchema.partial()
  .extend({
    /** The product's `revision` that the change is based on: another one is refused. */
    revision: wholeNumber(1, say('revision')).optional(),
  })
  .refine(
    ({ revision, ...change }) => Object.values(change).some((value) => value !== undefined),
    say('no_change'),
  );
export type ProductChange = z.infer<typeof ProductChangeSchema>;

function isImageAddress(address: string): boolean {
  if (/^\/images\/[a-z0-9][a-z0-9.-]*$/i.test(address)) return true;
  try {
    const url = new URL(address);
    return (
      (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
    );
  } catch {
    return false;
  }
}
