import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessions } from '../../../queries.ts';
import { useSignOut, useUser } from '../../../session.tsx';
import { endAllSessions } from '../../../sessions.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { SessionRow } from './session-row.tsx';

/** Where one is signed in, each with a way to end it, and all of them at once. */
export function SessionList() {
  const { data, error, refetch } = useQuery(sessions(useUser().email));
  const [asking, setAsking] = useState(false);
  const leave = useSignOut();
  const end = useMutation({ mutationFn: endAllSessions, onSuccess: () => leave('/login') });

  if (!data) return error && <LoadProblem error={error} what="where you are signed in" retry={refetch} />;
  return (
    <section className="sheet grid gap-4 p-6">
      <h2 className="text-lg">Where you are signed in</h2>
      <ul className="grid">
        {data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <button type="button" className="btn btn-quiet justify-self-start" onClick={() => setAsking(true)}>
        Sign out everywhere
      </button>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          busy={end.isPending}
          problem={end.error?.message}
          onConfirm={() => end.mutate()}
          onClose={() => setAsking(false)}
        >
          You are signed out at once in every browser, this one included. Your orders stay as they are.
        </ConfirmDialog>
      )}
    </section>
  );
}
