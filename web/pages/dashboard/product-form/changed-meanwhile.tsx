import { useEffect, useId, useRef, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import type { FieldPath } from './changes.ts';
import { labelOf, wordsOfValue } from './labels.ts';
import type { News } from './use-product-form.ts';
import type { ProductValues } from './values.ts';

interface Props {
  news: News;
  categories: Category[];
  /** Puts the field's value of `from` into the form. */
  onChoose: (path: FieldPath, from: ProductValues) => void;
  onClose: () => void;
}

/** What somebody else has changed: what the form has taken, and for fields that both have changed the choice. Gets the focus. */
export function ChangedMeanwhile({ news, categories, onChoose, onClose }: Props) {
  const { taken, conflicts, mine, theirs } = news;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const known = categories.find(({ slug }) => slug === theirs.category)?.attributes ?? [];
  return (
    <section className="form-notice" aria-labelledby="changed-meanwhile">
      <h2 id="changed-meanwhile" ref={heading} tabIndex={-1} className="text-base">
        Somebody else has changed this product meanwhile
      </h2>
      {conflicts.length > 0 && (
        <>
          <p className="text-sm">
            You both changed {conflicts.length === 1 ? 'this field' : 'these fields'}. Choose what to keep,
            then save. Until then yours stays in the form.
          </p>
          {conflicts.map((path) => (
            <Conflict
              key={path}
              label={labelOf(path, known)}
              theirs={wordsOfValue(path, theirs, categories)}
              mine={wordsOfValue(path, mine, categories)}
              onChoose={(isTheirs) => onChoose(path, isTheirs ? theirs : mine)}
            />
          ))}
        </>
      )}
      {taken.length > 0 && (
        <div className="text-sm">
          <p>Taken over into the form, as you had not changed it:</p>
          <ul className="mt-1 grid gap-1">
            {taken.map((path) => (
              <li key={path}>
                {labelOf(path, known)}:{' '}
                <b className="font-medium">{wordsOfValue(path, theirs, categories)}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <button type="button" className="btn btn-quiet btn-sm" onClick={onClose}>
          Done
        </button>
      </div>
    </section>
  );
}

interface ConflictProps {
  label: string;
  theirs: string;
  mine: string;
  onChoose: (isTheirs: boolean) => void;
}

function Conflict({ label, theirs, mine, onChoose }: ConflictProps) {
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
