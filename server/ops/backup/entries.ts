/** What stands in a backup: lines of JSON, in the order in which they are restored. */
import { z } from 'zod';

/** A column's name and its type, as SQL writes it. */
export type Column = [name: string, type: string];

const Count = z.int().nonnegative();

/** What a line of a backup may be. Rows and bytes come first here, as there are most of them. */
export const EntrySchema = z.union([
  /** Rows of the table before: each an array of its columns, as PostgreSQL writes it. */
  z.strictObject({ rows: z.array(z.string()) }),
  /** Some of the file before, as base64. */
  z.strictObject({ bytes: z.string() }),
  /** First: the migrations that its schema has, and when it was made. */
  z.strictObject({ shop: z.strictObject({ migrations: z.array(z.string()), madeAt: z.iso.datetime() }) }),
  /** A table, whose rows follow. `unchecked` are its constraints that older rows need not meet. */
  z.strictObject({
    table: z.string(),
    columns: z.array(z.tuple([z.string(), z.string()])).readonly(),
    unchecked: z.array(z.string()),
  }),
  /** A file of a folder of the store, whose bytes follow. */
  z.strictObject({ file: z.string(), folder: z.string() }),
  /** Last numbers that sequences have given. */
  z.strictObject({ sequences: z.record(z.string(), Count) }),
  /** Last: how many rows each table has, and how many files there are. */
  z.strictObject({ end: z.strictObject({ rows: z.record(z.string(), Count), files: Count }) }),
]);

export type Entry = z.infer<typeof EntrySchema>;
