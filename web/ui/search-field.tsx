import { useId, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

interface Props {
  /** What it finds, for those who do not see where it stands. */
  label: string;
  placeholder: string;
  /** Most characters that the list's call takes. */
  maxLength: number;
}

/** Marks the addresses that typing has made, in their entry of the browser's history. */
const TYPED = { typed: true };

/**
 * Narrows a list of the dashboard while one types. The words stand in the address as `q`: typing the first one adds an
 * entry to the history, so that Back leads to the whole list; what is typed after it changes that entry, also once it is empty.
 */
export function SearchField({ label, placeholder, maxLength }: Props) {
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

  function find(typed: string) {
    setWords(typed);
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
        onChange={({ target }) => find(target.value)}
      />
    </search>
  );
}
