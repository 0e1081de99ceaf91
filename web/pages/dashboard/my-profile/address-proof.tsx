import { useMutation, useQuery } from '@tanstack/react-query';
import { requestConfirmation } from '../../../passwords.ts';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { proofs } from './queries.ts';

/** Whether the person's address is confirmed, with a button that sends the mail again. */
export function AddressProof() {
  const { email } = useUser();
  const { data } = useQuery(proofs(email));
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => requestConfirmation(email),
  });

  if (!data) return null;
  if (data.emailVerified) return 'Confirmed.';
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      Not confirmed yet. You can order; how much may wait for its payment, and for how long, is limited.
      <ActionButton className="btn btn-quiet btn-sm" busy={isPending} onClick={() => mutate()}>
        Send the mail again
      </ActionButton>
      <span role="status" className="text-success empty:hidden">
        {isSuccess && 'Sent. Follow the link in the mail within an hour.'}
      </span>
      <span role="alert" className="text-error empty:hidden">
        {error?.message}
      </span>
    </span>
  );
}
