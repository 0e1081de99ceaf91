import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** A field that both have changed. */
interface Conflict {
  path: string;
  label: string;
  /** The values in words. */
  theirs: string;
  mine: string;
}

interface Props {
  /** What was changed: 'this product'. */
  what: string;
  conflicts: readonly Conflict[];
  /** What the form has taken from the other person. */
  taken: readonly { path: string; label: string; value: string }[];
  /** Puts their value of a field into the form, or mine. */
  onChoose: (path: string, isTheirs: boolean) => void;
  onClose: () => void;
}

/** What somebody else has changed: what the form has taken, and for fields that both have changed the choice. Gets the focus. */
export function ChangedNotice({ what, conflicts, taken, onChoose, onClose }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="form-notice" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className="text-base">
        Somebody else has changed {what} meanwhile
      </h2>
      {conflicts.length > 0 && (
        <>
          <p className="text-sm">
            You both changed {conflicts.length === 1 ? 'this field' : 'these fields'}. Choose what to keep,
            then save. Until then yours stays in the form.
          </p>
          {conflicts.map((conflict) => (
            <Choice
              key={conflict.path}
              {...conflict}
              onChoose={(isTheirs) => onChoose(conflict.path, isTheirs)}
            />
          ))}
        </>
      )}
      {taken.length > 0 && (
        <div className="text-sm">
          <p>Taken over into the form, as you had not changed it:</p>
          <ul className="mt-1 grid gap-1">
            {taken.map(({ path, label, value }) => (
              <li key={path} className="wrap-anywhere">
                {label}: <b className="font-medium">{value}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button small onClick={onClose}>
          Done
        </Button>
      </div>
    </section>
  );
}

interface ChoiceProps extends Omit<Conflict, 'path'> {
  onChoose: (isTheirs: boolean) => void;
}

function Choice({ label, theirs, mine, onChoose }: ChoiceProps) {
  const name = useId();
  const [isTheirs, setTheirs] = useState(false);
  const choices = [
    { label: 'Yours', value: mine, of: false },
    { label: 'Theirs', value: theirs, of: true },
  ];
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="mb-1 font-medium">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.label} className="flex items-baseline gap-2">
          <input
            type="radio"
            name={name}
            className="translate-y-0.5"
            checked={isTheirs === choice.of}
            onChange={() => {
              setTheirs(choice.of);
              onChoose(choice.of);
            }}
          />
          <span className="w-12 shrink-0 text-muted">{choice.label}</span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{choice.value}</span>
        </label>
      ))}
    </fieldset>
  );
}
