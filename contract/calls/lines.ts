import { z } from 'zod';
import { call } from '../call.ts';
import { MATCH_MAX_BYTES, MOST_MATCHED } from '../line-limits.ts';
import { LinesSchema, MatchSchema } from '../lines.ts';

/** The calls of lines that are no order yet. */
export const lineCalls = {
  matchLines: call('POST /lines/match', {
    may: 'anyone',
    tag: 'Catalogue',
    summary: 'The parts that lines of text or of a bill of materials mean, in their order, with prices',
    body: LinesSchema,
    most: { lines: MOST_MATCHED },
    bodyBytes: MATCH_MAX_BYTES,
    output: z.array(MatchSchema),
    status: 200,
  }),
};
