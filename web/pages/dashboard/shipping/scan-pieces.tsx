import { type FormEvent, useId, useState } from 'react';
import { formatCount } from '#contract/money.ts';
import { findScanned, withRoom } from '../scanned.ts';
import type { PiecesLine } from './pieces-dialog.tsx';

interface Props {
  lines: readonly PiecesLine[];
  /** Pieces of a line that are counted already. */
  counted: (line: PiecesLine) => number;
  onScan: (line: PiecesLine) => void;
  onEmpty: () => void;
}

/** Counts a piece for each scanned SKU or EAN, whose end is Enter: of several lines of a part for the first that has room. */
export function ScanPieces({ lines, counted, onScan, onEmpty }: Props) {
  const id = useId();
  const [said, setSaid] = useState<{ text: string; isWrong?: boolean }>();

  function take(code: string): typeof said {
    const found = findScanned(lines, code);
    const [first] = found;
    if (!first) return { text: `No line has ${code}.`, isWrong: true };
    if (found.some(({ sku }) => sku !== first.sku))
      return { text: `Several parts have ${code}: enter their pieces yourself.`, isWrong: true };
    const left = found.reduce((sum, line) => sum + line.left, 0);
    const line = withRoom(found, counted);
    if (!line) return { text: `${first.sku}: all ${formatCount(left)} pcs are counted.`, isWrong: true };
    onScan(line);
    const now = found.reduce((sum, one) => sum + counted(one), 1);
    return { text: `${line.sku}: ${formatCount(now)} of ${formatCount(left)} pcs` };
  }

  function scan(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('code') as HTMLInputElement;
    const code = field.value.trim();
    if (code) setSaid(take(code));
    field.value = '';
    field.focus();
  }

  return (
    <form onSubmit={scan} className="mt-4 flex flex-wrap items-end gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          Scan SKU or EAN
        </label>
        <input id={id} name="code" className="input num" maxLength={64} autoComplete="off" />
      </div>
      <button
        type="button"
        className="btn btn-quiet"
        onClick={() => {
          onEmpty();
          setSaid({ text: 'Scan each piece.' });
        }}
      >
        Count from 0
      </button>
      <p role="status" className={`text-sm ${said?.isWrong ? 'text-error' : 'text-muted'}`}>
        {said?.text}
      </p>
    </form>
  );
}
