import { formatMoney } from '#contract/money.ts';
import type { PricedLine } from '../../matching/priced.ts';
import { joinLines } from './grid/operations.ts';
import { keepApart, useKeptApart } from './kept-apart.ts';
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
