import { type FormEvent, useState } from 'react';
import { readCount } from '#contract/kernel/count-text.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { setBoards } from '../../basket/matching/build.ts';
import type { PricedLine } from '../../basket/matching/priced.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Pad } from './pad.ts';

interface Props {
  lines: readonly PricedLine[];
  boards: number | null;
  pad: Pad;
}

/** Makes the lines a part list: pieces a board, for a number of boards. */
export function BuildBar({ lines, boards, pad }: Props) {
  const [fault, setFault] = useState<string>();
  const isNew = lines.every(({ line }) => !line.perBoard);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const [count] = readCount(String(new FormData(event.currentTarget).get('boards')).trim());
    const isCount = count !== undefined && Number.isInteger(count) && count >= 1 && count <= 10_000_000;
    setFault(isCount ? undefined : 'Type a whole number of boards, such as 50.');
    if (isCount)
      pad.apply({
        words: `For ${formatCount(count)} boards`,
        ops: setBoards(
          lines.map(({ line }) => line),
          count,
        ),
      });
  }

  return (
    <form method="post" className="pad-build" onSubmit={submit} noValidate aria-label="Boards to build">
      <TextField
        label="Boards"
        error={fault}
        // Another device may change it.
        key={boards}
        name="boards"
        defaultValue={boards ?? ''}
        inputMode="numeric"
        autoComplete="off"
        inputClass="input-sm num w-24 text-end"
      />
      <button type="submit" className="btn btn-quiet btn-sm">
        Multiply
      </button>
      {boards !== null && (
        <Button
          kind="ghost"
          small
          onClick={() =>
            pad.apply({ words: 'Quantities stand for themselves again', ops: setBoards([], null) })
          }
        >
          No boards
        </Button>
      )}
      <p className="pad-note">
        {isNew
          ? 'The quantities are taken for pieces a board. Attrition and leader can be set by line.'
          : 'Per board × boards, plus attrition in percent, plus the pieces that the reel begins with.'}
      </p>
    </form>
  );
}
