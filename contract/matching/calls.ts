import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { MATCH_MAX_BYTES, MOST_CELLS, MOST_MATCHED } from './limits.ts';
import { CellsSchema, FoundCellSchema, LinesSchema, MatchSchema } from './schema.ts';

const call = callsOf('Catalogue');

/** The calls of lines that are no order yet. */
export const lineCalls = {
  matchLines: call('POST /lines/match', {
    may: 'anyone',
    summary: 'The parts that lines of text or of a bill of materials mean, in their order, with prices',
    body: LinesSchema,
    most: { lines: MOST_MATCHED },
    bodyBytes: MATCH_MAX_BYTES,
    output: z.array(MatchSchema),
    status: 200,
    refuses: ['unauthorized', 'forbidden', 'not_found'],
  }),
  findCells: call('POST /lines/cells', {
    may: 'anyone',
    summary: 'The parts that cells of a table name, in their order: tells which column has the part numbers',
    body: CellsSchema,
    most: { cells: MOST_CELLS },
    bodyBytes: MATCH_MAX_BYTES,
    output: z.array(FoundCellSchema),
    status: 200,
  }),
};
