import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#contract/second-factor/passkeys.ts';
import { callApi } from '../../../api.ts';
import { withProof } from '../../../proof-question.ts';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatMoment } from '../../../ui/dates.ts';

/** One passkey: its name, since when it is there, its last use, and a button that removes it. */
export function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withProof(() => callApi('removePasskey', { params: { id: passkey._id } })),
    onSuccess: () => {
      setAsking(false);
      onRemoved();
    },
  });
  return (
    <li className="flex items-start justify-between gap-4 border-base-300 border-t py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere font-medium">{passkey.name}</p>
        <p className="text-muted text-sm">Added {formatMoment(passkey.createdAt)}</p>
        <p className="text-muted text-sm">
          {passkey.usedAt ? `Last used ${formatMoment(passkey.usedAt)}` : 'Not used yet'}
        </p>
      </div>
      <Button small aria-label={`Remove: ${passkey.name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      {asking && (
        <ConfirmDialog
          title="Remove this passkey?"
          action="Remove"
          busy={isPending}
          problem={error?.message}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <span className="wrap-anywhere">{passkey.name}</span> does not confirm your sign-ins any more.
          Delete it where it is kept, too.
        </ConfirmDialog>
      )}
    </li>
  );
}
