import type { lineCalls } from '#contract/matching/calls.ts';
import type { BuyerList } from '#contract/price-lists/offer.ts';
import { actingFor } from '../ground/handling/acting-for.ts';
import { Answer } from '../ground/handling/answer.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { openLane } from '../ground/limits/lane.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import type { OwnNumbers } from '../products/own-numbers.ts';
import { findCells } from './cells.ts';
import { costOf, costOfCells } from './cost.ts';
import type { Parts } from './find.ts';
import { matchLines } from './match.ts';
import { withOwnNumbers } from './own-parts.ts';

export type LineCalls = keyof typeof lineCalls;

/** So many lines at most are typed: they have a lane of their own, and wait for no pasted list. */
const FEW = 20;

export function lineHandlers(
  catalogue: Parts,
  limits: Limits,
  ownNumbers: Pick<OwnNumbers, 'of'>,
  listsFor: (buyerId: string, productIds: Iterable<string>) => Promise<readonly BuyerList[]>,
): HandlersOf<LineCalls> {
  const few = openLane(limits, 'matchFew', 64);
  const many = openLane(limits, 'matchMany', 16);
  return {
    matchLines({ body: { lines, buyerId }, caller, can, request }) {
      const asker = actingFor(caller, can, buyerId);
      const trier = trierOf(request, caller);
      const lane = lines.length <= FEW ? few : many;
      return lane(trier, async (takeTurn) => {
        // One has been counted when the request came.
        const more = costOf(lines) - 1;
        if (more > 0) await limits.count('match', trier, more);
        const parts = withOwnNumbers(catalogue, await ownNumbers.of(asker));
        const listsOf = asker && ((productIds: Iterable<string>) => listsFor(asker.buyerId, productIds));
        const isWanted = () => !request.raw.socket.destroyed;
        const matched = await matchLines(parts, lines, takeTurn, isWanted, listsOf);
        return new Answer(`[${matched.join(',')}]`, { 'content-type': 'application/json; charset=utf-8' });
      });
    },
    findCells({ body: { cells }, caller, request }) {
      const trier = trierOf(request, caller);
      return many(trier, async (takeTurn) => {
        const more = costOfCells(cells) - 1;
        if (more > 0) await limits.count('match', trier, more);
        const parts = withOwnNumbers(catalogue, await ownNumbers.of(caller));
        return findCells(parts, cells, takeTurn, () => !request.raw.socket.destroyed);
      });
    },
  };
}
