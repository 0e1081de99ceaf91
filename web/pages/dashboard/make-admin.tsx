import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import { LONGEST_FILTER } from '#contract/kernel/text-limits.ts';
import type { PageHandle } from '#contract/pages.ts';
import { listOf } from '../../long-list.ts';
import { SearchField } from '../../shell/search-field.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { callAsUser } from '../../user-calls.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ListPage } from './kit/list-page.tsx';
import { pagesOf } from './kit/pages-of.ts';
import { columnsOf } from './user-columns.tsx';

export const handle: PageHandle = { title: 'Make Admin', may: 'account.list' };

export default function MakeAdmin() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() || undefined;
  const list = useInfiniteQuery({
    // Everyone with an account, or those whose address or name matches all words of `q`.
    ...pagesOf(['users', { q }], 'listUsers', { query: { q } }),
    placeholderData: keepPreviousData,
  });
  const { entries } = listOf(list.data);
  const unproven = useId();
  const focusHeading = useFocusLater();
  const [removing, setRemoving] = useState<string>();
  return (
    <>
      <ListPage
        title="Make Admin"
        countText={(total) => (q ? `${formatCount(total)} match` : `Total users: ${formatCount(total)}`)}
        tools={
          <SearchField label="Find users" placeholder="Email or name" maxLength={LONGEST_FILTER} isCostly />
        }
        list={list}
        what="the users"
        columns={columnsOf(unproven, setRemoving)}
        className="plain-cards"
        empty={
          <p className="sheet p-6">
            No user matches “<bdi>{q}</bdi>”. Try fewer letters of the address or the name.
          </p>
        }
      >
        {entries.some(({ proven }) => !proven) && (
          <p id={unproven} className="mb-3 max-w-2xl text-muted text-sm">
            Email address not confirmed: its owner can confirm it on My Profile, and can be made an admin or
            staff then.
          </p>
        )}
      </ListPage>
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
