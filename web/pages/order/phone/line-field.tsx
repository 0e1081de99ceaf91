import { useId, useState } from 'react';
import { put } from '#contract/lists/ops.ts';
import type { PricedLine } from '../../../basket/matching/priced.ts';
import { headingOf, readTyped, type TypedColumn, textOf } from '../grid/columns.ts';
import type { Pad } from '../pad.ts';

interface Props {
  priced: PricedLine;
  column: TypedColumn;
  boards: number | null;
  pad: Pad;
}

/** A field of a line. What is typed counts when the field is left, or with Enter; what cannot be taken stays and says why. */
export function LineField({ priced, column, boards, pad }: Props) {
  const [fault, setFault] = useState<string>();
  const id = useId();
  const now = textOf(priced, column);
  const isNumber = column !== 'part' && column !== 'customerRef' && column !== 'designators';

  function commit(text: string): void {
    const isSame = text.trim() === now;
    const typed = isSame ? undefined : readTyped(column, text, priced.line, boards);
    setFault(typed && 'fault' in typed ? typed.fault : undefined);
    if (typed && 'fields' in typed)
      pad.apply({ words: `Changed line ${priced.n}`, ops: [put(priced.line, typed.fields)] });
  }

  return (
    <span className={`pad-field pad-field-${column}`}>
      <label htmlFor={id}>
        {headingOf(column)}
        <span className="sr-only">, line {priced.n}</span>
      </label>
      <input
        id={id}
        // What changes elsewhere is shown.
        key={now}
        defaultValue={now}
        inputMode={isNumber ? 'decimal' : undefined}
        enterKeyHint="done"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${id}-fault`}
        className={`input input-sm ${isNumber ? 'text-end' : ''}`}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget.value);
        }}
      />
      <span id={`${id}-fault`} role="status" className="text-error text-xs empty:hidden">
        {fault}
      </span>
    </span>
  );
}
