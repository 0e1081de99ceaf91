import { useState } from 'react';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { sketchLine } from '#contract/matching/text.ts';
import { noteConfirmed } from '../own-numbers/confirmed.ts';
import type { LineState } from './answers.ts';
import { columnsOf } from './asked.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import { type Question, questionOf } from './finding-choices.ts';
import { useTabStop } from './in-cell.ts';
import { withPart } from './ops.ts';
import { PartSearch } from './part-search.tsx';
import './finding.css';

export interface FindingProps {
  line: ListLine;
  state: LineState | undefined;
  /** Each call is one step of undo. */
  onChange: (ops: ListOp[]) => void;
}

const ASKED: Record<Question['what'], string> = {
  several: 'Several parts fit:',
  likely: 'Best match:',
  none: 'No match. It stays as a note. Search again, or',
  quantity: 'How many?',
};

/** What a line may mean, to be settled with one key. Nothing for a line whose part and quantity are known. */
export function Finding({ line, state, onChange }: FindingProps) {
  const [isSearching, setSearching] = useState(false);
  const tabIndex = useTabStop();
  const columns = columnsOf(line);
  const question = questionOf(line, state?.match, columns);
  if (!question) return null;
  const { what, choices } = question;
  const { mpn, sku, text } = columns?.part ?? {};
  // Of a row of a file, the cell that says which part it is.
  const named = mpn || sku || text || (line.raw ?? '');
  const isOpen = what === 'none' || isSearching;
  function settle(ops: ListOp[]) {
    for (const op of ops) if (op.op === 'put' && op.line.productId) noteConfirmed(line, op.line.productId);
    onChange(ops);
  }
  return (
    <div className="finding">
      <span>{ASKED[what]}</span>
      <ChoiceButtons choices={choices} onChange={settle} isConfirmed={what === 'likely'} />
      {isOpen ? (
        <PartSearch
          label={`Find the part for ${named || 'this line'}`}
          start={what === 'none' ? sketchLine(named).text : ''}
          onChoose={(part) => settle(withPart(line, part, state?.match?.quantity))}
        />
      ) : (
        what !== 'quantity' && (
          <button
            type="button"
            tabIndex={tabIndex}
            className="btn btn-quiet btn-sm choice"
            onClick={() => setSearching(true)}
          >
            Choose another part
          </button>
        )
      )}
    </div>
  );
}
