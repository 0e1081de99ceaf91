import { useId, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

interface Props {
  /** What it finds, for screen readers. */
  label: string;
  placeholder: string;
  /** The longest text that the list's call accepts. */
  maxLength: number;
}

/** The history state of addresses that come from typing. */
const TYPED = { typed: true };

/**
 * Filters a list of the dashboard while a person types. The words are `q` in the address. The first letter adds an entry to
 * the history, so that Back leads to the whole list; further letters change that entry.
 */
export function SearchField({ label, placeholder, maxLength }: Props) {
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

  function find(typed: string) {
    setWords(typed);
    // The router's address may lag behind the browser's while somebody types fast.
    const isNarrowed = new URLSearchParams(window.location.search).has('q');
    setSearch(
      (current) => {
        const wanted = typed.trim();
        if (wanted) current.set('q', wanted);
        else current.delete('q');
        return current;
      },
      { replace: isNarrowed || typed.trim() === '', preventScrollReset: true, state: TYPED },
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
        onChange={({ target }) => find(target.value)}
      />
    </search>
  );
}
