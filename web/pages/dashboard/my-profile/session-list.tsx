import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSignOut, useUser } from '../../../session.tsx';
import { endAllSessions } from '../../../sessions.ts';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { sessions } from './queries.ts';
import { SessionRow } from './session-row.tsx';

/** The person's sessions, with buttons that end one or all of them. */
export function SessionList() {
  const query = useQuery(sessions(useUser().email));
  const [asking, setAsking] = useState(false);
  const leave = useSignOut();
  const end = useMutation({ mutationFn: endAllSessions, onSuccess: () => leave('/login') });

  return (
    <Loaded query={query} what="where you are signed in" shape="section">
      {(list) => (
        <section className="sheet grid gap-4 p-6">
          <h2 className="text-lg">Where you are signed in</h2>
          <ul className="grid">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <Button className="justify-self-start" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
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
      )}
    </Loaded>
  );
}
