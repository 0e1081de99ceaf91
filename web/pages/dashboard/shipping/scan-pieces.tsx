import { type FormEvent, useId, useRef, useState } from 'react';
import { formatCount } from '#contract/kernel/money.ts';
import { Button } from '../../../ui/button.tsx';
import { findScanned, withRoom } from '../scanned.ts';
import type { PiecesLine } from './typed-pieces.ts';

interface Props {
  lines: readonly PiecesLine[];
  /** Whether pieces are counted already: the first scan begins with 0. */
  isCounting: boolean;
  /** Pieces of a line that are counted already. */
  counted: (line: PiecesLine) => number;
  onScan: (line: PiecesLine) => void;
  onEmpty: () => void;
}

/** Counts a piece for each scanned SKU or EAN, whose end is Enter: of several lines of a part for the first that has room. */
export function ScanPieces({ lines, isCounting, counted, onScan, onEmpty }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<{ text: string; isWrong?: boolean }>();

  function take(code: string): typeof said {
    const found = findScanned(lines, code);
    const [first] = found;
    if (!first) return { text: `No line has ${code}.`, isWrong: true };
    if (found.some(({ sku }) => sku !== first.sku))
      return { text: `Several parts have ${code}: enter their pieces yourself.`, isWrong: true };
    const left = found.reduce((sum, line) => sum + line.left, 0);
    const line = withRoom(found, counted);
    if (!line)
      return {
        text: `${first.sku}: all ${formatCount(left)} pcs are counted. This one is not.`,
        isWrong: true,
      };
    onScan(line);
    const now = found.reduce((sum, one) => sum + counted(one), 1);
    const sum = `${line.sku}: ${formatCount(now)} of ${formatCount(left)} pcs`;
    return { text: isCounting ? sum : `Counting from 0. ${sum}` };
  }

  function scan(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { current } = field;
    const code = current!.value.trim();
    if (code) setSaid(take(code));
    current!.value = '';
    current!.focus();
  }

  return (
    <form method="post" onSubmit={scan} className="mt-4 flex flex-wrap items-end gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          Scan SKU or EAN
        </label>
        <input ref={field} id={id} name="code" className="input num" maxLength={64} autoComplete="off" />
      </div>
      <Button
        onClick={() => {
          onEmpty();
          setSaid({ text: 'Counting from 0. Scan each piece.' });
          field.current?.focus();
        }}
      >
        Count from 0
      </Button>
      <p role="status" className={`text-sm ${said?.isWrong ? 'text-error' : 'text-muted'}`}>
        {said?.text}
      </p>
    </form>
  );
}
