import { MOST_COMPARED } from '#contract/kernel/addresses.ts';
import { toggleCompared, useCompared } from '../compared.ts';
import { TickIcon } from '../ui/icons.tsx';

interface Props {
  id: string;
  /** The part's name, for screen readers. */
  name: string;
  /** Shows the box without its word, in a column that has it as its heading. */
  isBare?: boolean;
}

/** Chooses a part for the comparison. Without JavaScript it is not there, as the choice is kept in the browser. */
export function CompareButton({ id, name, isBare = false }: Props) {
  const compared = useCompared();
  const isChosen = compared.includes(id);
  const isFull = !isChosen && compared.length >= MOST_COMPARED;
  return (
    <button
      type="button"
      className="compare-button"
      aria-pressed={isChosen}
      aria-label={`Compare ${name}`}
      aria-disabled={isFull || undefined}
      title={isFull ? `${MOST_COMPARED} parts are compared at once` : undefined}
      onClick={() => toggleCompared(id)}
    >
      <span className="compare-box">{isChosen && <TickIcon className="size-3.5" />}</span>
      {!isBare && 'Compare'}
    </button>
  );
}
