import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatCount } from '#contract/money.ts';
import { listOf, users as usersQuery } from '../../queries.ts';
import { RequireAdmin } from '../../session.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { RemoveUser } from './remove-user.tsx';
import { UserRow } from './user-row.tsx';

export default function MakeAdminPage() {
  return (
    <RequireAdmin>
      <MakeAdmin />
    </RequireAdmin>
  );
}

function MakeAdmin() {
  const list = useInfiniteQuery(usersQuery);
  const { data, error, refetch } = list;
  const { entries: users, total } = listOf(data);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useFocusLater(heading);
  const [removing, setRemoving] = useState<string>();
  return (
    <>
      <PageTitle>Make Admin</PageTitle>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4">
        <h1 ref={heading} tabIndex={-1}>
          Make Admin
        </h1>
        {data && <p className="num text-muted">Total users: {formatCount(total)}</p>}
      </div>
      {data ? (
        <>
          <div className="sheet">
            <table className="data-table plain-cards">
              <thead>
                <tr>
                  <th scope="col" className="number action">
                    #
                  </th>
                  <th scope="col">Email</th>
                  <th scope="col">Role</th>
                  <th scope="col">Remove</th>
                </tr>
              </thead>
              <tbody>
                {users.map((user, index) => (
                  <UserRow
                    key={user._id}
                    user={user}
                    index={index + 1}
                    onRemove={() => setRemoving(user.email)}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <ShowMore list={list} />
        </>
      ) : error ? (
        <LoadProblem error={error} what="the users" retry={refetch} />
      ) : (
        <Spinner label="Loading the users" />
      )}
      {removing && (
        <RemoveUser
          email={removing}
          onClose={() => setRemoving(undefined)}
          // The button that was pressed is gone with its row.
          onRemoved={focusHeading}
        />
      )}
    </>
  );
}
