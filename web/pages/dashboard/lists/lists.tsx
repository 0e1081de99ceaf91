import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { trimShown } from '#contract/kernel/blank.ts';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { LONGEST_LIST_NAME, MOST_LISTS } from '#contract/lists/limits.ts';
import type { ListSummary } from '#contract/lists/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import { useCart } from '../../../basket/cart/cart.ts';
import { useSaveList } from '../../../basket/lists/use-save-list.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDate, formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { DeleteButton } from '../delete-button.tsx';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';
import { useCan } from '../role.ts';
import * as queries from './queries.ts';
import { SharingNote } from './sharing/sharing-note.tsx';
import { useDeleteList } from './use-delete-list.ts';

export const handle: PageHandle = { title: 'Lists' };

/** The saved lists of the signed-in person, and those that colleagues share. */
export default function Lists() {
  const query = useQuery(queries.lists);
  const remove = useDeleteList(useFocusLater());
  const mayWrite = useCan()('list.write');
  const saved = query.data?.filter(({ kind }) => kind === 'saved');
  return (
    <>
      <PageTitle>Lists</PageTitle>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1>Lists</h1>
          <p role="status" className="text-muted">
            {saved && countOfLists(saved)}
          </p>
        </div>
        {mayWrite && <SaveOrder />}
      </div>
      <Loaded query={{ ...query, data: saved }} what="your lists" shape="list">
        {(all) =>
          all.length === 0 ? (
            <NoLists />
          ) : (
            <EntryTable
              entries={all}
              columns={columnsOf(mayWrite ? remove.mutate : undefined)}
              className="list-cards"
            />
          )
        }
      </Loaded>
    </>
  );
}

const columnsOf = (onDelete: ((list: ListSummary) => void) | undefined): ListColumn<ListSummary>[] => [
  {
    heading: 'Name',
    cellClass: 'lead',
    cell: (list) => (
      <div className="min-w-0">
        <Link to={`/dashboard/lists/${list._id}`} dir="auto" className="font-medium hover:underline">
          {list.name}
        </Link>
        <SharingNote list={list} />
      </div>
    ),
  },
  { heading: 'Lines', className: 'number', cell: ({ lineCount }) => formatCount(lineCount) },
  { heading: 'Last changed', cellClass: 'num text-muted', cell: ({ changedAt }) => formatMoment(changedAt) },
  ...(onDelete
    ? [
        {
          heading: 'Action',
          className: 'action',
          cellClass: ({ owner }: ListSummary) => (owner ? 'max-md:hidden!' : ''),
          cell: (list: ListSummary) =>
            !list.owner && (
              <DeleteButton label={`Delete the list ${list.name}`} onClick={() => onDelete(list)} />
            ),
        },
      ]
    : []),
];

/** Saves what is in the order under a name. */
function SaveOrder() {
  const cart = useCart();
  const [name, setName] = useState<string>();
  const { mutate, isPending, error } = useSaveList((_, saved) => {
    setName(undefined);
    toast.success('The order is saved as a list', { description: saved.name });
  });
  if (cart.lines.length === 0) return null;

  function save(event: FormEvent) {
    event.preventDefault();
    const wanted = trimShown(name ?? '');
    if (wanted !== '') mutate({ ...cart, name: wanted });
  }

  if (name === undefined)
    return (
      <Button small onClick={() => setName(`Order of ${formatDate(new Date().toISOString())}`)}>
        Save the order as a list
      </Button>
    );
  return (
    <form method="post" onSubmit={save} className="flex flex-wrap items-end gap-2">
      <TextField
        label="Name of the list"
        value={name}
        maxLength={LONGEST_LIST_NAME}
        required
        autoFocus
        error={error?.message}
        onChange={({ target }) => setName(target.value)}
      />
      <SubmitButton busy={isPending}>Save {countOf(cart.lines.length, 'line')}</SubmitButton>
      <Button kind="ghost" onClick={() => setName(undefined)}>
        Cancel
      </Button>
    </form>
  );
}

function NoLists() {
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      <p className="font-semibold">No lists yet</p>
      <p className="text-muted">
        A list keeps parts and quantities to order again: save the order that you are writing, or copy a list
        that somebody has shared with you.
      </p>
      <Link to="/order" className="btn btn-primary mt-2">
        Order pad
      </Link>
    </div>
  );
}

/** Lists that still fit, from which on that is told. */
const FEW_LEFT = 20;

/** The cart is one of those that there can be. */
function countOfLists(saved: readonly ListSummary[]): string {
  const count = countOf(saved.length, 'list');
  const left = MOST_LISTS - 1 - saved.filter(({ owner }) => !owner).length;
  return left > FEW_LEFT ? count : `${count}, room for ${formatCount(left)} more`;
}
