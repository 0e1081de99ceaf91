import { useId } from 'react';

interface Props {
  label: string;
  value: string;
  /** Spans a whole row. */
  wide?: boolean;
}

/** A fixed value of the order form. It is an input, so that keyboard and screen reader reach it like the others. */
export function ReadOnlyField({ label, value, wide = false }: Props) {
  const id = useId();
  return (
    <div
      className={`grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-base-300 py-1.5 not-last:border-b sm:grid-cols-[8rem_minmax(0,1fr)] lg:grid-cols-subgrid lg:gap-x-4 lg:nth-last-2:border-b-0 ${wide ? 'lg:col-span-4' : 'lg:col-span-2'}`}
    >
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        readOnly
        dir="auto"
        value={value}
        title={value}
        className={`w-full min-w-0 text-ellipsis bg-transparent font-medium text-sm ${wide ? 'lg:col-span-3' : ''}`}
      />
    </div>
  );
}
