import { useId, useState } from 'react';
import type { Range } from '#contract/products/narrowing.ts';

interface Props {
  /** The facet's name in the form: its ends are `name.min` and `name.max`. */
  name: string;
  /** The name of the range, for screen readers. */
  label: string;
  unit?: string | undefined;
  /** The lowest and the highest of all parts. */
  bounds: { min: number | undefined; max: number | undefined };
  chosen: Range | undefined;
  /** What is typed is no range. */
  isWrong: boolean;
  onChange: () => void;
}

/** Both ends of a range. A change counts when the field is left, or at Enter. */
export function FacetRange({ name, label, unit, bounds, chosen, isWrong, onChange }: Props) {
  const id = useId();
  const end = (which: 'min' | 'max', word: string) => (
    <RangeEnd
      name={`${name}.${which}`}
      label={`${label}, ${word}${unit ? `, ${unit}` : ''}`}
      bound={bounds[which]}
      value={chosen?.[which]}
      {...(isWrong && { 'aria-invalid': true, 'aria-describedby': id })}
      onChange={onChange}
    />
  );
  return (
    <div className="facet-range">
      {unit === '$' && <span className="text-muted">$</span>}
      {end('min', 'from')}
      <span aria-hidden="true">to</span>
      {end('max', 'up to')}
      {unit && unit !== '$' && <span className="text-muted">{unit}</span>}
      <p id={id} role="alert" className="text-error text-xs empty:hidden">
        {isWrong && 'The first number is above the second.'}
      </p>
    </div>
  );
}

interface EndProps {
  name: string;
  label: string;
  bound: number | undefined;
  value: number | undefined;
  onChange: () => void;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

function RangeEnd({ name, label, bound, value, onChange, ...aria }: EndProps) {
  const given = value === undefined ? '' : String(value);
  const [text, setText] = useState(given);
  // A chip or Back has changed the range.
  const [before, setBefore] = useState(given);
  if (before !== given) {
    setBefore(given);
    setText(given);
  }
  return (
    <input
      type="number"
      step="any"
      inputMode="decimal"
      name={name}
      aria-label={label}
      {...aria}
      placeholder={bound === undefined ? '' : String(bound)}
      value={text}
      className="input input-sm num"
      onChange={({ target }) => setText(target.value)}
      onBlur={() => text !== given && onChange()}
    />
  );
}
