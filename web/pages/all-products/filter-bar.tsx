import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SORTS } from './filter.ts';

/**
 * Filters and sorts the grid. Both are in the address, so that they survive a visit to a product and can be shared.
 * With `isCleared` the field is empty at first, and has the focus.
 */
export function FilterBar({ isCleared }: { isCleared: boolean }) {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useState(isCleared ? '' : (search.get('q') ?? ''));
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (isCleared) field.current?.focus();
  }, [isCleared]);

  function change(name: 'q' | 'sort', value: string) {
    setSearch(
      (current) => {
        if (value) current.set(name, value);
        else current.delete(name);
        current.delete('after');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <search className="w-full sm:w-auto">
      <form
        action="/allProducts"
        className="flex flex-wrap gap-3"
        onSubmit={(event) => event.preventDefault()}
      >
        <label htmlFor={`${id}-q`} className="sr-only">
          Find parts
        </label>
        <input
          ref={field}
          id={`${id}-q`}
          type="search"
          name="q"
          value={words}
          placeholder="Find parts, such as DDR5 or 25 GbE"
          className="input sm:w-80"
          onChange={({ target }) => {
            setWords(target.value);
            change('q', target.value.trim());
          }}
        />
        <label htmlFor={`${id}-sort`} className="sr-only">
          Sort by
        </label>
        <select
          id={`${id}-sort`}
          name="sort"
          value={search.get('sort') ?? ''}
          className="select sm:w-48"
          onChange={({ target }) => change('sort', target.value)}
        >
          <option value="">{search.get('q') ? 'Best match' : 'Catalogue order'}</option>
          {Object.entries(SORTS).map(([word, label]) => (
            <option key={word} value={word}>
              {label}
            </option>
          ))}
        </select>
        <noscript>
          <button type="submit" className="btn btn-quiet">
            Find
          </button>
        </noscript>
      </form>
    </search>
  );
}
