import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { TextField } from '../../../ui/text-field.tsx';
import { type LogFilter, logPath, readFilter } from './filter.ts';

/** Filters the log by person, order or product. */
export function FilterForm({ filter }: { filter: LogFilter }) {
  const navigate = useNavigate();

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) typed.set(name, String(value));
    navigate(logPath({ ...readFilter(typed), kind: filter.kind }));
  }

  return (
    <search>
      <form
        method="post"
        onSubmit={show}
        className="mb-5 grid items-end gap-3 sm:grid-cols-2 md:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <TextField
          label="Person"
          name="person"
          defaultValue={filter.person}
          placeholder="Email"
          inputMode="email"
        />
        <TextField label="Order" name="order" defaultValue={filter.order} placeholder="NB-100234 or its id" />
        <TextField label="Product" name="product" defaultValue={filter.product} placeholder="Product id" />
        <div className="flex gap-2">
          <button type="submit" className="btn btn-quiet">
            Show
          </button>
          {(filter.person || filter.order || filter.product) && (
            <Link to={logPath({ kind: filter.kind })} className="btn btn-ghost">
              Clear
            </Link>
          )}
        </div>
      </form>
    </search>
  );
}
