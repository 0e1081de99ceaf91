import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { LONGEST_FILTER } from '#contract/text-limits.ts';
import { inPages, listOf } from '../../long-list.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { callAsUser, callForPageAsUser } from '../../user-calls.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { UserRow } from './user-row.tsx';

/** Everyone with an account, or those whose address or name matches all words of `q`. */
const usersOf = (q?: string) =>
  infiniteQueryOptions({
    queryKey: ['users', { q }],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listUsers', { query: { q, ...pageParam } }, { signal }),
    ...inPages(),
  });

export const handle: PageHandle = { title: 'Make Admin', may: 'account.list' };

export default function MakeAdmin() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() || undefined;
  const list = useInfiniteQuery({ ...usersOf(q), placeholderData: keepPreviousData });
  const { entries, total } = listOf(list.data);
  const unproven = useId();
  const focusHeading = useFocusLater();
  const [removing, setRemoving] = useState<string>();
  return (
    <>
      <PageTitle>Make Admin</PageTitle>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1>Make Admin</h1>
        <p role="status" className="num text-muted">
          {list.data && (q ? `${formatCount(total)} match` : `Total users: ${formatCount(total)}`)}
        </p>
        <SearchField label="Find users" placeholder="Email or name" maxLength={LONGEST_FILTER} isCostly />
      </div>
      {entries.some(({ proven }) => !proven) && (
        <p id={unproven} className="mb-3 max-w-2xl text-muted text-sm">
          Email address not confirmed: its owner can confirm it on My Profile, and can be made an admin or
          staff then.
        </p>
      )}
      <ListTable
        list={list}
        what="the users"
        columns={[['#', 'number action'], 'Email', 'Role', 'Remove']}
        className="plain-cards"
        empty={
          <p className="sheet p-6">
            No user matches “<bdi>{q}</bdi>”. Try fewer letters of the address or the name.
          </p>
        }
      >
        {(user, index) => (
          <UserRow
            key={user._id}
            user={user}
            index={index + 1}
            unproven={unproven}
            onRemove={() => setRemoving(user.email)}
          />
        )}
      </ListTable>
      {removing && (
        <DeleteDialog
          title="Remove this user?"
          action="Remove User"
          remove={() => callAsUser('removeUser', { params: { email: removing } })}
          changes={['users']}
          onClose={() => setRemoving(undefined)}
          // The pressed button was removed with its row.
          onDeleted={focusHeading}
        >
          {removing} is signed out at once and cannot log in any more. Their orders stay.
        </DeleteDialog>
      )}
    </>
  );
}
