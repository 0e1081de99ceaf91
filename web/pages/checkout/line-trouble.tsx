import type { FieldError } from '#contract/kernel/problem.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import { doToCart } from '../../basket/cart/history.ts';
import { LineProblem } from '../../basket/cart/line-problem.tsx';
import { ChoiceButtons } from '../../basket/matching/choice-buttons.tsx';
import { Finding } from '../../basket/matching/finding.tsx';
import { needWords } from '../../basket/matching/need-words.ts';
import { quantityChoice } from '../../basket/matching/problem-choices.ts';
import { splitWords } from '../../basket/matching/split.ts';
import { Button } from '../../ui/button.tsx';
import type { CheckoutLine } from './lines.ts';
import { refusedWords, remediesOf } from './refused.ts';

interface Props {
  line: CheckoutLine;
  onLeave: () => void;
}

/** Why a line cannot be ordered as it is, or what it is split into, with each remedy one key away, and the way to leave it for later. */
export function LineTrouble({ line: priced, onLeave }: Props) {
  const { line, state, part, refused, need, is, split } = priced;
  if (is !== 'wrong' && is !== 'large') return null;
  const name = part?.sku ?? 'a line';
  const change = (ops: ListOp[]) => doToCart(`Changed ${name}`, ops);
  return (
    <div className="line-trouble">
      {refused ? (
        <RefusedLine line={line} part={part} error={refused} onChange={change} />
      ) : split ? (
        <p className="finding">{splitWords(split)}</p>
      ) : (
        <>
          <Finding line={line} state={state} onChange={change} />
          <LineProblem line={line} state={state} onChange={change} />
          {need === 'together' && <p className="finding-wrong">{needWords(priced)}</p>}
          {need === 'quantity' && part && (
            <div className="finding">
              <span className="finding-wrong">Enter a quantity.</span>
              <ChoiceButtons
                choices={[quantityChoice(line, part, minimumQuantity(part))]}
                onChange={change}
              />
            </div>
          )}
        </>
      )}
      <p className="choices">
        <Button small onClick={onLeave}>
          Move to “later”
        </Button>
        <Button
          kind="ghost"
          small
          onClick={() => doToCart(`Removed ${name}`, [{ op: 'remove', _id: line._id }])}
        >
          Remove
        </Button>
      </p>
    </div>
  );
}

interface RefusedProps {
  line: ListLine;
  part: LinePart | undefined;
  error: FieldError;
  onChange: (ops: ListOp[]) => void;
}

/** What the server has said of a line, which other lines of the same part may be why. */
function RefusedLine({ line, part, error, onChange }: RefusedProps) {
  return (
    <div className="finding">
      <span className="finding-wrong">{refusedWords(line, part, error)}</span>
      <ChoiceButtons choices={remediesOf(line, part, error)} onChange={onChange} />
    </div>
  );
}
