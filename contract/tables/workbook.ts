/** Cells of workbooks (XLSX): of their first sheet. Runs in workers, of the server and of browsers. */
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { requireAddresses, type SheetLimits } from './addresses.ts';
import { TableFault } from './fault.ts';
import { unpack } from './unpack.ts';

/** Bounds of a workbook. */
export interface WorkbookLimits extends SheetLimits {
  unpackedBytes: number;
}

/** The parts of a workbook that hold the cells of its sheets. Pictures, links to other files and macros are not unpacked. */
const IS_READ =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/;

const IS_SHEET = /^xl\/worksheets\//;

/** What a formula that has failed shows. */
const ERRORS = new Set(['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#SPILL!']);

/** Whether a cell holds an error such as #N/A. */
export const isCellError = (text: string) => ERRORS.has(text);

/**
 * Returns the rows of a workbook's first sheet; its cells are texts, numbers, yes or no, dates or null. Throws a TableFault for a
 * broken one, and when it says that it unpacks to more than the bound: nothing is unpacked beyond what an entry says of itself.
 */
export async function readCells(bytes: Uint8Array, limits: WorkbookLimits): Promise<unknown[][]> {
  const parts = unpack(bytes, IS_READ, limits.unpackedBytes);
  for (const [name, part] of Object.entries(parts)) if (IS_SHEET.test(name)) requireAddresses(part, limits);
  try {
    // Packed anew without compression: the library reads these parts alone, and starts no thread to unpack them.
    const { buffer } = zipSync(parts, { level: 0 });
    return (await readSheet(buffer as ArrayBuffer, { trim: false })) as unknown[][];
  } catch (error) {
    const place = /row (\d{1,7}), col/.exec(String((error as Error)?.message));
    throw place ? new TableFault('cell_error', Number(place[1])) : new TableFault('broken_workbook');
  }
}
