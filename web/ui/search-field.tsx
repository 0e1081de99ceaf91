import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

interface Props {
  /** What it finds, for those who do not see where it stands. */
  label: string;
  placeholder: string;
  /** Most characters that the list's call takes. */
  maxLength: number;
  /** Each search asks the database: it waits until nobody types. */
  isCostly?: boolean;
}

/** How long after the last letter a costly search begins: less than a pause to read what was found. */
const PAUSE_MS = 200;

/** Marks the addresses that typing has made, in their entry of the browser's history. */
const TYPED = { typed: true };

/**
 * Narrows a list of the dashboard while one types. The words stand in the address as `q`: typing the first one adds an
 * entry to the history, so that Back leads to the whole list; what is typed after it changes that entry, also once it is empty.
 */
export function SearchField({ label, placeholder, maxLength, isCostly = false }: Props) {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const isTyped = useNavigationType() !== 'POP' && state?.typed === true;
  const q = search.get('q') ?? '';
  const [words, setWords] = useState(q);
  // A link or Back has led to other words. An address that typing has made may be behind the field by some letters.
  const [shown, setShown] = useState(key);
  if (shown !== key) {
    setShown(key);
    if (!isTyped) setWords(q);
  }

  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What has been typed is not looked for any more once a link or Back has led elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address counts, also one that is led to again
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
    // The router's own idea of the address may be some letters behind while one types fast.
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
    <search className="w-full sm:ms-auto sm:w-72">
      <label htmlFor={id} className="sr-only">
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
