/** What a paste puts into the order: its lines as the order pad reads them, asks the shop about them and takes the answers. For tests. */

import type { ListLine } from '#contract/lists/schema.ts';
import type { Match } from '#contract/matching/schema.ts';
import { inTurns } from '../../server/ground/limits/turns.ts';
import { findCells } from '../../server/matching/cells.ts';
import type { Parts } from '../../server/matching/find.ts';
import { matchLines } from '../../server/matching/match.ts';
import { applyOps } from '../../web/basket/cart/content.ts';
import { askedOf, columnsOf, rememberColumns } from '../../web/basket/matching/asked.ts';
import { questionOf } from '../../web/basket/matching/finding-choices.ts';
import { foundOps } from '../../web/basket/matching/ops.ts';
import { aLine } from '../../web/basket/matching/testing.ts';
import type { Pasted, PastedLine } from '../../web/basket/pasted/paste.ts';
import { readPasted } from '../../web/basket/pasted/pasted.ts';
import { additionOf, keptRaw, partOf } from '../../web/pages/order/pasting/pasted-ops.ts';

/** A pasted line in the order, after the answer of the shop. */
export interface Ordered {
  pasted: PastedLine;
  line: ListLine;
  match: Match;
  /** What the buyer can choose from, as it is shown. */
  choices: string[];
}

const takeTurn = inTurns();

/** Pastes a text or drops a file on the pad of a shop with these parts. */
export async function order(
  parts: Parts,
  pasted: string | Uint8Array,
): Promise<{ pasted: Pasted; lines: Ordered[] }> {
  const read = await readPasted(pasted, (cells) => findCells(parts, cells, takeTurn, () => true));
  for (const one of read.lines)
    rememberColumns(keptRaw(one.raw), { part: partOf(one), offered: one.offered });
  const { ops } = additionOf(read.lines, aLine);
  const { lines } = applyOps({ lines: [], boards: null }, ops);
  const asked = lines.map((line) => askedOf(line)!.ask);
  const answers = await matchLines(parts, asked, takeTurn, () => true);
  const matches = answers.map((json): Match => JSON.parse(json));
  const states = new Map(
    lines.map(({ _id }, n) => [_id, { state: 'matched' as const, match: matches[n]! }] as const),
  );
  const after = applyOps({ lines, boards: null }, foundOps(lines, states)).lines;
  return {
    pasted: read,
    lines: after.map((line, n) => {
      const match = matches[n]!;
      const { choices = [] } = questionOf(line, match, columnsOf(line)) ?? {};
      return { pasted: read.lines[n]!, line, match, choices: choices.map(({ label }) => label) };
    }),
  };
}
