import { type ReactNode, useId } from 'react';

/** The attributes that connect a control with its label, hint and message. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

/** What a field shows beside its control. */
export interface FieldProps {
  label: string;
  /** The error, shown below. */
  error?: string | undefined;
  /** What is to be known of valid input, such as why it cannot be used. Shown in place of the error, not in red. */
  note?: string | undefined;
  hint?: ReactNode;
  className?: string | undefined;
}

interface Props<Others> extends FieldProps {
  /** The input, with the given attributes and all other props of the field. */
  children: (control: ControlProps & Others) => ReactNode;
}

/** A labelled control of a form. Its message is announced as it appears. */
export function Field<Others>(props: Props<Others> & Others) {
  const { label, error, note, hint, className, children, ...others } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, (error || note) && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`grid content-start gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': Boolean(error),
        ...(others as Others),
      })}
      <p
        id={errorId}
        role="status"
        className={`text-sm empty:hidden ${error ? 'text-error' : 'font-medium'}`}
      >
        {error ?? note}
      </p>
      {hint && (
        <p id={hintId} className="text-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
