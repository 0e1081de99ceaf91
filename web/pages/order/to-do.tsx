import { lazy, Suspense } from 'react';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { ListOp } from '#contract/lists/schema.ts';
import type { Advice } from '#contract/products/best-quantity.ts';
import { LineProblem } from '../../basket/cart/line-problem.tsx';
import { enoughOf } from '../../basket/matching/build.ts';
import { Finding } from '../../basket/matching/finding.tsx';
import { needWords } from '../../basket/matching/need-words.ts';
import type { PricedLine } from '../../basket/matching/priced.ts';
import { splitWords } from '../../basket/matching/split.ts';
import { useConfirmed } from '../../basket/own-numbers/confirmed.ts';
import { useIdentity } from '../../session.tsx';
import { setQuantity, takeAdvice } from './grid/operations.ts';
import type { Pad } from './pad.ts';
import { Remedy } from './remedy.tsx';
import { SamePart } from './same-part.tsx';

/** For members of companies alone. What cannot be loaded is not offered. */
const RememberNumber = lazy(() =>
  import('../../basket/own-numbers/remember-number.tsx').catch(() => ({ default: () => null })),
);

interface Props {
  priced: PricedLine;
  lines: readonly PricedLine[];
  pad: Pad;
}

/** What a line needs, and what would be better, each with its remedies. */
export function ToDo({ priced, lines, pad }: Props) {
  const { line, n, state, part, need, advice, built } = priced;
  const about = { line, state, onChange: (ops: ListOp[]) => pad.apply({ words: `Changed line ${n}`, ops }) };
  const number = useConfirmed(line._id, part?._id);
  const isMember = useIdentity()?.buyerId !== undefined;
  const isFailed = state?.state === 'failed' && !part;
  return (
    <>
      <Finding {...about} />
      {priced.split ? <p className="pad-note">{splitWords(priced.split)}</p> : <LineProblem {...about} />}
      {(need === 'together' || (need === 'quantity' && !state?.match?.readings)) && (
        <p className="finding-wrong">{needWords(priced)}</p>
      )}
      {isFailed && <p className="pad-note">The shop could not be asked. It is tried again.</p>}
      {part && number !== undefined && isMember && (
        <Suspense>
          <RememberNumber part={part} number={number} />
        </Suspense>
      )}
      <SamePart priced={priced} lines={lines} pad={pad} />
      {part && built !== undefined && (
        <Remedy
          words={`The boards need ${formatCount(built)}`}
          actions={[
            {
              label: `Change to ${formatCount(enoughOf(built, part))}`,
              act: () => pad.apply(setQuantity(priced, enoughOf(built, part))),
            },
          ]}
        />
      )}
      {advice && need !== 'problem' && (
        <Remedy
          words={adviceWords(advice)}
          actions={[
            {
              label: `Change to ${formatCount(advice.quantity)}`,
              keys: 'Alt+B',
              act: () => pad.apply(takeAdvice([priced])),
            },
          ]}
        />
      )}
    </>
  );
}

function adviceWords({ quantity, saved }: Advice): string {
  const pieces = formatCount(quantity);
  if (saved > 0) return `${pieces} cost ${formatMoney(saved)} less`;
  return saved < 0 ? `${pieces} cost only ${formatMoney(-saved)} more` : `${pieces} cost no more`;
}
