import { useId } from 'react';

interface Props {
  label: string;
  value: string;
}

/** A fixed value of the order form. It is an input, so that keyboard and screen reader reach it like the others. */
export function ReadOnlyField({ label, value }: Props) {
  const id = useId();
  return (
    <div className="given">
      <label htmlFor={id}>{label}</label>
      <input id={id} readOnly dir="auto" value={value} title={value} />
    </div>
  );
}
