import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

interface Props {
  /** What it finds. Only screen readers say it, unless `isLabelled`. */
  label: string;
  placeholder: string;
  /** The longest text that the list's call accepts. */
  maxLength: number;
  /** Each search queries the database, so it waits for a pause in typing. */
  isCostly?: boolean;
  /** Its label is seen, as those of the fields that it stands beside. */
  isLabelled?: boolean;
}

/** Milliseconds after the last letter until a costly search starts. */
const PAUSE_MS = 200;

/** The history state of addresses that come from typing. */
const TYPED = { typed: true };

/**
 * Filters a list of the dashboard while a person types. The words are `q` in the address. The first letter adds an entry to
 * the history, so that Back leads to the whole list; further letters change that entry, also once it is empty.
 */
export function SearchField({ label, placeholder, maxLength, isCostly = false, isLabelled = false }: Props) {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const isTyped = useNavigationType() !== 'POP' && state?.typed === true;
  const q = search.get('q') ?? '';
  const [words, setWords] = useState(q);
  // A link or Back has changed the words. An address from typing may lag behind the field.
  const [shown, setShown] = useState(key);
  if (shown !== key) {
    setShown(key);
    if (!isTyped) setWords(q);
  }

  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A link or Back cancels a pending search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation counts, also to the same address
  useEffect(() => {
    if (!isTyped) clearTimeout(waiting.current);
  }, [key, isTyped]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  function type(typed: string) {
    setWords(typed);
    clearTimeout(waiting.current);
    if (isCostly) waiting.current = setTimeout(() => find(typed), PAUSE_MS);
    else find(typed);
  }

  function find(typed: string) {
    // The router's address may lag behind fast typing.
    const isNarrowed = new URLSearchParams(window.location.search).has('q');
    setSearch(
      (current) => {
        const wanted = typed.trim();
        if (wanted) current.set('q', wanted);
        else current.delete('q');
        return current;
      },
      {
        replace: isNarrowed || state?.typed === true || typed.trim() === '',
        preventScrollReset: true,
        state: TYPED,
      },
    );
  }

  return (
    <search className={`w-full sm:w-72 ${isLabelled ? 'grid gap-1.5' : 'sm:ms-auto'}`}>
      <label htmlFor={id} className={isLabelled ? 'font-medium text-sm' : 'sr-only'}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        maxLength={maxLength}
        value={words}
        placeholder={placeholder}
        className="input input-sm"
        onChange={({ target }) => type(target.value)}
      />
    </search>
  );
}
