/** Lines that somebody keeps beside another line of the same part, in this browser. */
import { formatMoney } from '#contract/kernel/money.ts';
import type { PricedLine } from '../../basket/matching/priced.ts';
import { openList } from '../../stored-list.ts';
import { joinLines } from './grid/operations.ts';
import type { Pad } from './pad.ts';
import { Remedy } from './remedy.tsx';

interface Props {
  priced: PricedLine;
  lines: readonly PricedLine[];
  pad: Pad;
}

/** Says that a line has the same part as one above it: they are joined, or stay two. Nothing for one that is to stay. */
export function SamePart({ priced, lines, pad }: Props) {
  const isKeptApart = useKeptApart(priced);
  const { n, sameAs, joinSaves, need } = priced;
  if (sameAs === undefined || (isKeptApart && need !== 'together')) return null;
  const joined = joinLines(lines, priced);
  return (
    <Remedy
      words={
        joined && 'refusal' in joined ? `Also in line ${sameAs}. ${joined.refusal}` : `Also in line ${sameAs}`
      }
      actions={[
        ...(joined && 'ops' in joined
          ? [
              {
                label: joinSaves ? `Join: saves ${formatMoney(joinSaves)}` : `Join with line ${sameAs}`,
                keys: 'Alt+J',
                act: () => pad.apply(joined),
              },
            ]
          : []),
        ...(isKeptApart
          ? []
          : [
              {
                label: 'Keep two lines',
                act() {
                  keepApart(priced);
                  pad.say(`Line ${n} stays beside line ${sameAs}.`);
                },
              },
            ]),
      ]}
    />
  );
}

const apart = openList({
  key: 'kept-apart',
  most: 500,
  isEntry: (key) => /^[\w-]{1,64}:[\w-]{1,64}$/.test(key),
});

/** A line that gets another part is asked about again. */
const keyOf = ({ line, part }: PricedLine) => `${line._id}:${part?._id}`;

/** Returns whether a line is to stay beside that of the same part, and renders again when that changes in any tab. */
function useKeptApart(priced: PricedLine): boolean {
  return apart.use().includes(keyOf(priced));
}

function keepApart(priced: PricedLine): void {
  apart.set([keyOf(priced), ...apart.get().filter((key) => key !== keyOf(priced))]);
}
