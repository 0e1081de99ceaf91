import { formatCount } from '#contract/kernel/money.ts';
import type { LeftRow } from '../../../basket/pasted/paste.ts';
import { Button } from '../../../ui/button.tsx';
import { leftWord, leftWords } from './words.ts';

/** Rows that are listed: a file may have thousands that are none. */
const MOST_SHOWN = 100;

interface Props {
  left: readonly LeftRow[];
  onTake: (rows: readonly LeftRow[]) => void;
}

/** Rows that were taken for no line; each can be taken in after all. Nothing without any. */
export function LeftRows({ left, onTake }: Props) {
  if (left.length === 0) return null;
  const shown = left.slice(0, MOST_SHOWN);
  return (
    <details className="left-rows">
      <summary>Left out: {leftWords(left)}</summary>
      <ul>
        {shown.map((row) => (
          <li key={row.row}>
            <span className="left-row" dir="auto">
              {row.raw}
            </span>
            <span className="left-why">
              row {formatCount(row.row)}, {leftWord(row.why)}
            </span>
            <Button small aria-label={`Add as a line: ${row.raw}`} onClick={() => onTake([row])}>
              Add as a line
            </Button>
          </li>
        ))}
      </ul>
      {left.length > shown.length && <p>And {formatCount(left.length - shown.length)} more.</p>}
    </details>
  );
}
