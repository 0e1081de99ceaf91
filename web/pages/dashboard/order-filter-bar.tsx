import { type FormEvent, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ViewLinks } from '../../ui/view-links.tsx';
import { type OrderFilter, ordersPath, VIEWS } from './order-filter.ts';

/** Finds orders by number or words. What is looked for stands in the address. */
export function OrderSearch({ filter }: { filter: OrderFilter }) {
  const id = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(filter.q ?? '');
  // The address has changed by a link or by going back.
  const [shown, setShown] = useState(filter.q);
  if (shown !== filter.q) {
    setShown(filter.q);
    setWords(filter.q ?? '');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    navigate(ordersPath({ ...filter, q: words.trim() }));
  }

  return (
    <search className="w-full sm:w-auto">
      <form onSubmit={submit} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Find an order
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          maxLength={100}
          value={words}
          placeholder="Order number or product"
          className="input sm:w-64"
          onChange={({ target }) => setWords(target.value)}
        />
        <button type="submit" className="btn btn-quiet">
          Find
        </button>
        {filter.q && (
          // It goes once it is pressed: the focus goes on from the field.
          <Link
            to={ordersPath({ ...filter, q: '' })}
            className="btn btn-ghost"
            onClick={() => input.current?.focus()}
          >
            Clear
          </Link>
        )}
      </form>
    </search>
  );
}

/** One link a state; the rest of the filter stays. */
export function OrderViews({ filter }: { filter: OrderFilter }) {
  const views = VIEWS.map(({ state, label }) => ({
    label,
    to: ordersPath({ ...filter, state }),
    isCurrent: filter.state === state,
  }));
  return <ViewLinks label="Orders by state" views={views} isOneLine />;
}
