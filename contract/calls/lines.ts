import { z } from 'zod';
import { call } from '../call.ts';
import { LinesSchema, MatchSchema, MOST_LINES } from '../lines.ts';

/** The calls of lines that are no order yet. */
export const lineCalls = {
  matchLines: call('POST /lines/match', {
    may: 'anyone',
    tag: 'Catalogue',
    summary: 'The parts that lines of text or of a bill of materials mean, in their order, with prices',
    body: LinesSchema,
    most: { lines: MOST_LINES },
    bodyBytes: 512 * 1024,
    output: z.array(MatchSchema),
    status: 200,
  }),
};
