import type { KeyboardEvent } from 'react';
import type { ListOp } from '#contract/lists/schema.ts';
import { inCatalogue } from '../../ui/written.ts';
import type { Choice } from './finding-choices.ts';
import { useTabStop } from './in-cell.ts';

interface Props {
  choices: readonly Choice[];
  onChange: (ops: ListOp[]) => void;
  /** The first is a guess that Enter confirms, also in the cell around it. */
  isConfirmed?: boolean;
}

/** Buttons of which the key n presses the n-th, and arrows go from one to the next, while one of them has the focus. */
export function ChoiceButtons({ choices, onChange, isConfirmed = false }: Props) {
  const tabIndex = useTabStop();
  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = choices[Number(event.key) - 1];
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (chosen) onChange(chosen.ops());
    else if (step) {
      const buttons = [...event.currentTarget.querySelectorAll('button')];
      const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
      // At the ends the key is that of what is around them.
      if (!next) return;
      next.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its buttons
    <span className="choices" onKeyDown={press}>
      {choices.map(({ id, label, detail, title, ops }, n) => (
        <button
          key={id}
          type="button"
          tabIndex={tabIndex}
          title={title}
          className="btn btn-quiet btn-sm choice"
          aria-keyshortcuts={n < 9 ? String(n + 1) : undefined}
          data-enter={(isConfirmed && n === 0) || undefined}
          onClick={() => onChange(ops())}
        >
          {n < 9 && <kbd>{isConfirmed && n === 0 ? 'Enter' : n + 1}</kbd>}
          <span className="num choice-label">
            {isConfirmed && n === 0 && <span className="sr-only">Confirm </span>}
            {label}
          </span>
          {detail && (
            <span className="num choice-detail" {...inCatalogue}>
              {detail}
            </span>
          )}
        </button>
      ))}
    </span>
  );
}
