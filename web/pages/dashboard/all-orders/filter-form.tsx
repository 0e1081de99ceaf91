import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { LONGEST_FILTER } from '#contract/kernel/text-limits.ts';
import { CloseIcon } from '../../../ui/close-icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type AllOrdersView, allOrdersPath, isBuyerId, readView } from './filter.ts';

interface Props {
  view: AllOrdersView;
  /** The name of the buyer whose id the filter has, once it is known. */
  buyer: string | undefined;
}

/** Narrows the list to a buyer, a part, and days. What the chips and the search say stays. */
export function FilterForm({ view, buyer: buyerName }: Props) {
  const navigate = useNavigate();
  const { filter } = view;

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) typed.set(name, String(value));
    const { buyer, part, from, until } = readView(typed).filter;
    navigate(allOrdersPath({ ...filter, buyer, part, from, until }, view));
  }

  return (
    <search aria-label="Filter">
      <form method="post" onSubmit={show} className="filter-form">
        {isBuyerId(filter.buyer) ? (
          <div className="grid min-w-0 gap-1.5">
            <span className="font-medium text-sm">Buyer</span>
            <input type="hidden" name="buyer" value={filter.buyer} />
            <Link
              to={allOrdersPath({ ...filter, buyer: undefined }, view)}
              className="btn btn-quiet h-auto min-h-10 min-w-0 justify-between whitespace-normal py-1.5 text-start font-normal"
            >
              <span className="sr-only">Remove the filter by </span>
              <bdi className="wrap-anywhere min-w-0">{buyerName ?? 'this buyer'}</bdi>
              <CloseIcon className="size-3.5 shrink-0" />
            </Link>
          </div>
        ) : (
          <TextField
            label="Buyer"
            name="buyer"
            defaultValue={filter.buyer}
            placeholder="Name or email"
            maxLength={LONGEST_FILTER}
          />
        )}
        <TextField
          label="Part"
          name="part"
          defaultValue={filter.part}
          placeholder="SKU"
          maxLength={LONGEST_FILTER}
        />
        <TextField label="Placed from" name="from" type="date" defaultValue={filter.from} />
        <TextField label="Placed until" name="until" type="date" defaultValue={filter.until} />
        <div className="flex flex-wrap gap-2">
          <button type="submit" className="btn btn-quiet">
            Show
          </button>
          {(filter.buyer || filter.part || filter.from || filter.until) && (
            <Link
              to={allOrdersPath(
                { ...filter, buyer: undefined, part: undefined, from: undefined, until: undefined },
                view,
              )}
              className="btn btn-ghost"
            >
              Clear
            </Link>
          )}
        </div>
      </form>
    </search>
  );
}
