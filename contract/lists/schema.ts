import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import {
  DateSchema,
  foldedLine,
  freeText,
  IdSchema,
  shownLine,
  TimeSchema,
  wholeNumber,
} from '../kernel/fields.ts';
import { type FieldOfLine, LINE_FIELDS } from '../matching/fields.ts';
import { LONGEST_LINE, LONGEST_OF_LINE } from '../matching/limits.ts';
import { LONGEST_LIST_NAME, MOST_LIST_LINES, MOST_LIST_OPS } from './limits.ts';

const pieces = wholeNumber(1, say('whole_pieces'));

/** What a line says, all but its id. Absent is the same as null: not given. */
const lineFields = {
  /** Lines stand in the order of their positions, and of their ids where these are the same. */
  position: z.number(),
  productId: IdSchema.nullish(),
  /** What the buyer has typed or pasted. */
  raw: freeText(LONGEST_LINE).nullish(),
  quantity: pieces.nullish(),
  /** The buyer's own number of the part, and where it stands on their board. */
  customerRef: shownLine(LONGEST_OF_LINE.customerRef).nullish(),
  designators: shownLine(LONGEST_OF_LINE.designators).nullish(),
  /** Of a part list: pieces a board, percent lost in assembly, and pieces to begin the reel with. */
  perBoard: pieces.nullish(),
  attrition: z.number().min(0).max(100).nullish(),
  leader: wholeNumber(0, say('whole_pieces')).nullish(),
  /** A day of the product's `expected`, for pieces that are to be promised from what arrives then. */
  receiptDate: DateSchema.nullish(),
} satisfies Record<FieldOfLine, z.ZodType>;

/** A line of a list. Its id is a UUID that the client makes, so that a line that is sent twice is one. */
export const ListLineSchema = z.object({ _id: z.uuid(say('line_id')), ...lineFields });
export type ListLine = z.infer<typeof ListLineSchema>;

/** A line as it is kept: once its texts could be longer than those that are taken now. */
const KeptLineSchema = ListLineSchema.extend({
  customerRef: z.string().nullish(),
  designators: z.string().nullish(),
});

const name = foldedLine(say('list_name_required'), LONGEST_LIST_NAME);
const boards = wholeNumber(1, say('whole_pieces')).nullable();

/** A change of a list. What is written is absolute, so it may arrive twice. */
export const ListOpSchema = z.discriminatedUnion('op', [
  /**
   * Adds a line, or changes it: of a line that is there only the fields that `changed` names, all without it. So two
   * devices can change two fields of a line, and what one has removed comes back when the other one changes it. A line that
   * was placed with the cart does not.
   */
  z.object({
    op: z.literal('put'),
    line: ListLineSchema,
    changed: z.array(z.enum(LINE_FIELDS)).max(LINE_FIELDS.length).optional(),
  }),
  z.object({ op: z.literal('remove'), _id: z.uuid(say('line_id')) }),
  z.object({ op: z.literal('rename'), name }),
  z.object({ op: z.literal('boards'), boards }),
  /** Makes a key by which whoever is signed in may read the list, or takes it away. */
  z.object({ op: z.literal('share'), shared: z.boolean() }),
]);
export type ListOp = z.infer<typeof ListOpSchema>;

/** What a company's other members may do with a list: read it, or also change its lines, its name and its number of boards. */
const SharedSchema = z.enum(['read', 'change']);

const listFields = {
  _id: IdSchema,
  kind: z.enum(['cart', 'saved']),
  name: z.string(),
  /** Rises with every change. */
  version: z.int(),
  /** How many boards the quantities of its lines are for. */
  boards: boards.optional(),
  /** For its owner: whoever is signed in and has it may read the list. */
  shareKey: z.string().optional(),
  /** What colleagues may do with it; absent: nothing. */
  shared: SharedSchema.optional(),
  /** Whose it is, where it is a colleague's. */
  owner: z.string().optional(),
  changedAt: TimeSchema,
};

/** A list without its lines. */
export const ListSummarySchema = z.object({ ...listFields, lineCount: z.int() });
export type ListSummary = z.infer<typeof ListSummarySchema>;

/** A list; without its lines when nothing has changed `after` the version that the client has. */
export const ListSchema = z.object({ ...listFields, lines: z.array(KeptLineSchema).optional() });
export type List = z.infer<typeof ListSchema>;

export const ListQuerySchema = z.object({
  /** The version that the client has: waits up to 20 s until there is a newer one. */
  after: z
    .string()
    .regex(/^\d{1,9}$/, say('list_version'))
    .transform(Number)
    .optional(),
  /** The key of a list that somebody else has shared. */
  key: z.string().max(100).optional(),
});

export const ListExportQuerySchema = z.object({
  format: z.enum(['csv', 'xlsx'], say('export_format')).optional(),
  key: z.string().max(100).optional(),
});

export const NewListSchema = z.object({
  name,
  boards: boards.optional(),
  lines: z
    .array(ListLineSchema)
    .max(MOST_LIST_LINES, say('too_many_lines', { most: MOST_LIST_LINES }))
    .optional(),
});

export const ListChangeSchema = z
  .object({
    /** The version that the client knows. */
    version: wholeNumber(0, say('list_version')),
    ops: z
      .array(ListOpSchema)
      .max(MOST_LIST_OPS, say('too_many_ops', { most: MOST_LIST_OPS }))
      .default([]),
    /** Shares a saved list with the company's other members; null keeps it from them. */
    shared: SharedSchema.nullish(),
  })
  .refine(({ ops, shared }) => ops.length > 0 || shared !== undefined, {
    error: say('no_change'),
    path: ['ops'],
  });
export type ListChange = z.infer<typeof ListChangeSchema>;

/** To whom of the company a list goes. */
export const HandOverSchema = z.object({
  userId: IdSchema,
  /** Whether the cart keeps its lines, too; a saved list always does. */
  keep: z.boolean().optional(),
});
export type HandOver = z.infer<typeof HandOverSchema>;

/**
 * The version after a change, and the whole list when somebody else has changed it too since the client's version. `gone` are ids
 * of lines that were placed with the cart before: nothing of them was written, and the list comes without them.
 */
export const ListChangedSchema = z.object({
  version: z.int(),
  list: ListSchema.optional(),
  gone: z.array(IdSchema).optional(),
});
export type ListChanged = z.infer<typeof ListChangedSchema>;
