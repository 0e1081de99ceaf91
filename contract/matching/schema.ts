/** Lines of an order or a bill of materials, and the parts that they name. */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { DateSchema, freeText, IdSchema, wholeNumber } from '../kernel/fields.ts';
import { PriceSourceSchema } from '../price-lists/offer.ts';
import { AttributeValueSchema } from '../products/product-facts.ts';
import { ProductSchema } from '../products/schema.ts';
import { LONGEST_CELL, LONGEST_OF_MATCHED, MOST_CELLS, MOST_MATCHED } from './limits.ts';

/** The most parts that a line may mean. */
export const MOST_CANDIDATES = 5;
/** Attributes that tell a part from others, at most. */
export const MOST_DIFFERING = 3;

/** The most answers of a question about a line: one key each. */
export const MOST_ANSWERS = 9;

const strict = {
  error: ({ code }: { code?: string }) => (code === 'unrecognized_keys' ? say('unknown_field') : undefined),
};

/**
 * A line: a text as people write it, what its columns say, or the part itself. Without `sku` and `mpn`, part and quantity are read from the
 * text together; with them it describes the part, and no quantity is taken from it.
 */
const LineSchema = z.strictObject(
  {
    /** As it stands in a mail or a file: `200x DDR5 RDIMM 64GB`. */
    text: freeText(LONGEST_OF_MATCHED.text).optional(),
    sku: freeText(LONGEST_OF_MATCHED.sku).optional(),
    /** What other columns say, with their headers: `Capacity 1 TB`. Beside `sku` or `mpn` it may contradict the part, and finds nothing. */
    besides: freeText(LONGEST_OF_MATCHED.besides).optional(),
    /** The maker's number, or any part number. */
    mpn: freeText(LONGEST_OF_MATCHED.mpn).optional(),
    maker: freeText(LONGEST_OF_MATCHED.maker).optional(),
    /** The part, where it is known: then nothing is looked for, and of the text the quantity alone is read. */
    productId: IdSchema.max(64, say('too_long', { most: 64 })).optional(),
    /** The customer's own number for the part: it finds the part where it is one of the buyer's own numbers, and no `sku` is said. */
    customerRef: freeText(200).optional(),
    quantity: wholeNumber(1, say('no_number'), {
      fraction: say('whole_pieces'),
      large: say('too_many'),
    }).optional(),
    /** A cell of quantities as it is written, where it is more than a number: `120 pcs`, `8 boxes`, `1.000`. */
    quantityText: freeText(LONGEST_OF_MATCHED.quantityText).optional(),
    /** A day of the part's `expected`: the pieces are to come from what arrives then, and not from stock. */
    receiptDate: DateSchema.optional(),
  },
  strict,
);
export type Line = z.infer<typeof LineSchema>;

export const LinesSchema = z.strictObject(
  {
    lines: z.array(LineSchema).meta({ maxItems: MOST_MATCHED }),
    /** By staff who order for a buyer: its prices and part numbers are used. */
    buyerId: IdSchema.optional(),
  },
  strict,
);

/** A part as a line shows it, with all that its price and its right quantities depend on. */
export const LinePartSchema = ProductSchema.pick({
  ...({ _id: true, sku: true, name: true, image: true, maker: true, mpn: true } as const),
  ...({
    price: true,
    priceBreaks: true,
    minOrder: true,
    multiple: true,
    available: true,
    expected: true,
  } as const),
  ...({ leadDays: true, lifecycle: true, package: true, weightGrams: true } as const),
}).extend({
  /** One of several, or a substitute: the attributes in which it differs from the others, the first ones of its category. */
  differs: z
    .array(z.object({ name: z.string(), value: AttributeValueSchema, unit: z.string().optional() }))
    .max(MOST_DIFFERING)
    .optional(),
  /** Of a buyer's own prices: which list they are from, and the list price that they replace. */
  source: PriceSourceSchema.optional(),
  listPrice: z.number().optional(),
  /** Of the part that a line means: what the company that somebody buys for calls it. */
  ownNumber: z.string().optional(),
});
export type LinePart = z.infer<typeof LinePartSchema>;

/**
 * Why a line cannot be ordered as it is, or should not be: `obsolete` parts are sold while there are any. `not_searched`: the lines
 * before it have cost what one request may, so it is to be asked for in another one.
 */
const LINE_PROBLEMS = [
  'gone',
  'not_searched',
  'too_few',
  'not_multiple',
  'too_many',
  'over_card_limit',
  'whole_pieces',
  'obsolete',
] as const;

const LineProblemSchema = z.object({
  code: z.enum(LINE_PROBLEMS),
  /** The same in English. */
  message: z.string(),
  /** The numbers in the message. */
  params: z.record(z.string(), z.number()).optional(),
  /** The nearest quantities that can be ordered, below and above. */
  quantities: z.array(z.number().int()).max(2),
  /** Parts on sale that can take its place, where it is obsolete or there are not enough. */
  substitutes: z.array(LinePartSchema).max(MOST_CANDIDATES).optional(),
});
export type LineProblem = z.infer<typeof LineProblemSchema>;

/** How a line was read: what of its text names the part, and what says the quantity. */
const ReadSchema = z.object({ part: z.string().optional(), quantity: z.string().optional() });

/** A part and a quantity that a line may mean together. */
const AnswerSchema = z.object({
  /** The id of `product` or of one of the `candidates`. */
  productId: z.string(),
  /** Pieces; none where the line does not say how many. */
  quantity: z.number().optional(),
  how: ReadSchema.optional(),
});
export type LineAnswer = z.infer<typeof AnswerSchema>;

/**
 * What a line means. `exact`: this part, without doubt, as it is the only one that explains the whole line; `likely`: this part, if
 * somebody confirms it; `several`: one of the candidates; `none`: nothing was found. A quantity that is in doubt is asked about in
 * each of them: it is in `answers` and not in `quantity`.
 */
export const MatchSchema = z.object({
  match: z.enum(['exact', 'several', 'likely', 'none']),
  /** The part, where it is one. */
  product: LinePartSchema.optional(),
  /** Why it is this part, where a company's own number says so: it wins over an equal SKU. */
  by: z.literal('own number').optional(),
  /** Other parts that it may be. */
  candidates: z.array(LinePartSchema).max(MOST_CANDIDATES),
  /** Pieces: the line's own, or read from its text, where it may be a fraction. */
  quantity: z.number().optional(),
  /** What the quantity in the text may be, where that and the part's smallest order leave a doubt: 150,000 and 150 for `150.000`. One alone may be no quantity. */
  readings: z.array(z.number()).optional(),
  /** Where something is to be asked: the parts with the quantities that the line may mean, the most likely first. */
  answers: z.array(AnswerSchema).max(MOST_ANSWERS).optional(),
  /** How it was read, where it was read from a text without a question. */
  how: ReadSchema.optional(),
  problem: LineProblemSchema.optional(),
  /** Dollars for a piece at this quantity, and for the line, rounded to cents. */
  unitPrice: z.number().optional(),
  total: z.number().optional(),
  /** A larger quantity that is worth its price; `saved` is in dollars, negative where it costs more. */
  advice: z.object({ quantity: z.number().int(), total: z.number(), saved: z.number() }).optional(),
});
export type Match = z.infer<typeof MatchSchema>;

export const CellsSchema = z.strictObject(
  { cells: z.array(freeText(LONGEST_CELL)).meta({ maxItems: MOST_CELLS }) },
  strict,
);

/**
 * What a cell of a table names, by id: `number`: a part by its number alone; `within`: parts whose numbers stand among its words; `name`: a
 * part that its words name without doubt. `isProse`: a sentence of which no word can be of a part, nor changes what other lines say.
 */
export const FoundCellSchema = z.object({
  by: z.enum(['number', 'within', 'name', 'nothing']),
  products: z.array(z.string()),
  isProse: z.boolean().optional(),
});
export type FoundCell = z.infer<typeof FoundCellSchema>;
