/** Lists of products: what is asked of them, and their facets. Apart from products.ts, which the product form loads. */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { type Page, pageFields } from '../kernel/fields.ts';
import { LONGEST_SEARCH } from '../kernel/text-limits.ts';
import { FACET_PREFIX, isKey, isNarrowingField, type Narrowing, readNarrowing } from './narrowing.ts';
import { AttributeValueSchema } from './product-facts.ts';
import { isSort, SORTS, type Sort } from './sorts.ts';
import { insteadShape } from './suggestions.ts';

/** The parameters that narrow the list of products; see narrowing.ts. */
const narrowingFields = {
  /**
   * Words that name, details, maker or part numbers contain, in any order and case, part numbers with or without their hyphens; numbers match with their units ('2 TB' is '2tb'), and
   * synonyms match ('psu'). The best matches come first unless `sort` says otherwise.
   */
  q: z
    .string()
    .max(LONGEST_SEARCH, say('too_long', { most: LONGEST_SEARCH }))
    .optional()
    .meta({ description: 'Words and part numbers.' }),
  category: z
    .string()
    .optional()
    .meta({ description: 'The slug of a category. What is in a category below it is found, too.' }),
  maker: z
    .string()
    .optional()
    .meta({ description: 'Makers, separated by commas. A comma in a name is written `\\,`.' }),
  price: z.string().optional().meta({
    description: 'Dollars a piece at the minimum, both ends included: `5..10`, `5..` or `..10`.',
  }),
  inStock: z.string().optional().meta({
    description: '`1` leaves out what cannot be ordered now, as less than its smallest order is in stock.',
  }),
};

/** Adds a query's fields to those that narrow. `f.<key>` is one for each attribute: the schema takes any. */
export function narrowingQuery<Shape extends z.ZodRawShape>(fields: Shape) {
  const shape = { ...narrowingFields, ...fields };
  return z
    .looseObject(shape)
    .overwrite(
      (query) =>
        Object.fromEntries(
          Object.entries(query).filter(([name, value]) => Object.hasOwn(shape, name) || isAsked(name, value)),
        ) as typeof query,
    )
    .superRefine((query, context) => {
      const wrong = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      const texts: [string, string][] = [];
      for (const [field, value] of Object.entries(query)) {
        if (!isNarrowingField(field) || value === undefined) continue;
        if (typeof value === 'string') texts.push([field, value]);
        else wrong(field, say('repeated'));
      }
      for (const { field, code } of readNarrowing(texts).faults) wrong(field, say(code));
    })
    .meta({ patternProperties: { '^f\\.[a-z0-9_]+$': { type: 'string' } } });
}

/** Returns whether a field is one of an attribute. One that is none is left out when it is empty, and refused below otherwise. */
function isAsked(name: string, value: unknown): boolean {
  if (!name.startsWith(FACET_PREFIX)) return false;
  return typeof value !== 'string' || value.trim() !== '' || isKey(name.slice(FACET_PREFIX.length));
}

/** Returns what a query narrows by. */
export function narrowingOf(query: Record<string, unknown>): Narrowing {
  return readNarrowing(
    Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  ).narrowing;
}

/** The most products of a list that is asked for without a `limit`. */
export const MOST_PRODUCTS = 1000;

export const ProductListQuerySchema = narrowingQuery({
  ...pageFields,
  sort: z
    .string()
    .refine((text): text is Sort => isSort(text), say('sort', { known: SORTS.join(', ') }))
    .optional()
    .meta({ description: `One of ${SORTS.join(', ')}, or \`f.<key>\` and \`-f.<key>\` of an attribute.` }),
});

/** A page of the products that match, in an order. */
export interface ProductListQuery extends Partial<Narrowing>, Page {
  sort?: Sort | undefined;
}

/** What GET /facets answers. Counts are of products that satisfy everything else that is asked for. */
export const FacetsSchema = z.object({
  /** The number of products that satisfy everything. */
  total: z.number().int(),
  /** By name. A product counts in its category and in those above it. */
  categories: z.array(
    z.object({ slug: z.string(), name: z.string(), parent: z.string().optional(), count: z.number().int() }),
  ),
  /** By name. */
  makers: z.array(z.object({ value: z.string(), parameter: z.string(), count: z.number().int() })),
  /** The lowest and the highest, in dollars. */
  price: z.object({ min: z.number(), max: z.number() }).optional(),
  /** The number of products of which at least the smallest order is in stock. */
  inStock: z.number().int(),
  /**
   * The attributes of the category, or those that all categories of what was found have; without texts. Of a number the lowest
   * and the highest value, and the values when there are few.
   */
  facets: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      kind: z.enum(['number', 'choice', 'yesno']),
      unit: z.string().optional(),
      /** `parameter` is the value as `GET /products` takes it: `f.<key>=<parameter>`, percent-encoded. */
      values: z
        .array(z.object({ value: AttributeValueSchema, parameter: z.string(), count: z.number().int() }))
        .optional(),
      min: z.number().optional(),
      max: z.number().optional(),
    }),
  ),
  /** What of `q` was read as a number with its unit, or as yes or no: the text, the attribute's name, and what it has to be. */
  understood: z.array(z.object({ text: z.string(), name: z.string(), value: z.string() })),
  ...insteadShape,
});
export type Facets = z.infer<typeof FacetsSchema>;
