import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../../session.tsx';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { callAsUser } from '../../../user-calls.ts';

/** Removes the second factor of somebody else, who has lost it. */
export function RemoveFactor({ email }: { email: string }) {
  const client = useQueryClient();
  const isOwn = useUser().email === email;
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('removeSecondFactor', { params: { email } }),
    onSuccess: () => {
      setAsking(false);
      return client.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <section aria-labelledby="factor" className="sheet grid gap-4 p-5">
      <h2 id="factor" className="text-lg">
        Second factor
      </h2>
      <p className="text-sm">
        {isOwn
          ? 'You lost it? Another admin can remove it.'
          : 'Remove it only for somebody who has lost it, and whom you have recognized.'}
      </p>
      {!isOwn && (
        <Button className="justify-self-start text-error" onClick={() => setAsking(true)}>
          Remove second factor
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title="Remove the second factor?"
          action="Remove"
          busy={isPending}
          problem={error?.message}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          App, passkeys and recovery codes go. {email} is signed out everywhere, signs in with the password
          alone from then on, and is told by email.
        </ConfirmDialog>
      )}
    </section>
  );
}
