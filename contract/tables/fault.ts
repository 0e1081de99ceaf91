/** Why a file is no table that can be read. */
export const TABLE_FAULTS = [
  'empty',
  'not_a_table',
  'old_excel',
  'broken_workbook',
  'cell_error',
  'open_document',
  'edifact',
  'x12',
  'ubl',
  'xml',
  'json',
  'too_many_rows',
  'too_many_columns',
  'too_much',
  'too_large',
] as const;

/** Thrown for a file that cannot be read. */
export class TableFault extends Error {
  readonly why: (typeof TABLE_FAULTS)[number];
  /** The row of the file that it is about. */
  readonly row: number | undefined;

  constructor(why: (typeof TABLE_FAULTS)[number], row?: number) {
    super(why);
    this.why = why;
    this.row = row;
  }
}
