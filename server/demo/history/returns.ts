import { returnReasons } from '#content/demo-companies.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Deeds, Placed } from './deeds.ts';

const DAY = 24 * 60 * 60_000;

/** What becomes of a return that staff have read: each in turn. */
const RETURN_ENDS = ['refunded', 'declined', 'refunded', 'closed', 'received'] as const;

/** Returns of the history: `ask` for one at once, or `plan` one from its beginning to its end. */
export function planReturns({ deeds, agenda, random }: { deeds: Deeds; agenda: Agenda; random: Random }) {
  let ended = 0;

  async function ask(placed: Placed | undefined, until: 'asked' | 'accepted') {
    if (!placed) return undefined;
    const line = placed.lines[0]!;
    const quantity = Math.max(1, Math.floor(line.quantity / 10));
    const reason = random.pick(returnReasons);
    const id = await deeds.askReturn(placed, [{ orderId: line.orderId, quantity, reason }]);
    if (until === 'accepted') await deeds.answerReturn(id, 'accepted');
    return { id, pieces: { orderId: line.orderId, quantity } };
  }

  /** A return from its beginning to one of its ends, a step every day or some. */
  function plan(placed: Placed, at: number): void {
    const end = RETURN_ENDS[ended++ % RETURN_ENDS.length]!;
    agenda.plan(at, async () => {
      const { id, pieces } = (await ask(placed, 'asked'))!;
      if (end === 'declined') {
        agenda.plan(at + DAY, () =>
          deeds.answerReturn(id, 'declined', 'The seals of the cartons are broken.'),
        );
        return;
      }
      agenda.plan(at + DAY, () => deeds.answerReturn(id, 'accepted'));
      if (end === 'closed') {
        agenda.plan(at + 15 * DAY, () =>
          deeds.answerReturn(id, 'closed', 'Nothing has come back within two weeks.'),
        );
        return;
      }
      const isGood = random.chance(70);
      const received = { ...pieces, condition: isGood ? 'As new' : 'Bent contacts', restock: isGood };
      agenda.plan(at + 5 * DAY, () => deeds.receive(id, [received]));
      if (end === 'refunded')
        agenda.plan(at + 6 * DAY, () => deeds.refund(placed, 'Pieces came back', [pieces]));
    });
  }
  return { ask, plan };
}
