import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { LONGEST_SEARCH } from '#contract/kernel/text-limits.ts';
import { suggestionsFor } from '../../../suggestions.ts';
import { Field } from '../../../ui/field.tsx';

interface Props {
  label: string;
  name: string;
  inputRef: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  /** Ids of parts that are not offered. */
  without: readonly string[];
  onFound: (id: string, sku: string) => void;
}

/** Finds a part by its number or name: a combobox by the W3C's pattern. */
export function PartFinder({ label, name, inputRef, error, without, onFound }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const [isShut, setShut] = useState(false);
  const q = typed.trim();
  const found = useQuery({
    ...suggestionsFor(q),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  });
  const parts = q.length > 1 ? (found.data?.parts ?? []).filter(({ _id }) => !without.includes(_id)) : [];
  const isOpen = parts.length > 0 && !isShut;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const current = isOpen ? parts[active] : undefined;

  function choose(part: { _id: string; sku: string }) {
    onFound(part._id, part.sku);
    setTyped('');
    setActive(-1);
    inputRef.current?.focus();
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && parts.length > 0) {
      event.preventDefault();
      setShut(false);
      setActive((before) =>
        before === -1 && step < 0 ? parts.length - 1 : (before + step + parts.length) % parts.length,
      );
    } else if (event.key === 'Enter') {
      // Enter would send the whole form.
      event.preventDefault();
      const only = current ?? (parts.length === 1 ? parts[0] : undefined);
      if (only) choose(only);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setShut(true);
    }
  }

  const hint =
    q.length > 1 && found.isSuccess && parts.length === 0
      ? 'No other part has this number or name'
      : 'Its number or its name';
  return (
    <Field label={label} error={error} hint={hint} className="max-w-xl">
      {(control) => (
        <>
          <input
            {...control}
            ref={inputRef}
            name={name}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={current && `${id}-${current._id}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST_SEARCH}
            className="input"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setActive(-1);
              setShut(false);
            }}
            onKeyDown={press}
            onBlur={() => setShut(true)}
          />
          <div
            id={id}
            role="listbox"
            aria-label="Parts"
            hidden={!isOpen}
            ref={list}
            // In the flow of the form: above it, it would hide the bar that saves, or be hidden by it.
            className="mt-1 max-h-72 overflow-auto rounded-box border border-base-300 bg-base-100 py-1"
          >
            {parts.map((part, n) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes all keys
              <div
                key={part._id}
                id={`${id}-${part._id}`}
                role="option"
                aria-selected={n === active}
                className="cursor-pointer px-3 py-1.5 text-sm aria-selected:bg-base-200"
                // The input keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(part)}
              >
                <span className="num font-medium">{part.sku}</span>{' '}
                <bdi className="text-muted">{part.name}</bdi>
              </div>
            ))}
          </div>
        </>
      )}
    </Field>
  );
}
