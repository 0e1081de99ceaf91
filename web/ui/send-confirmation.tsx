import { useMutation } from '@tanstack/react-query';
import { requestConfirmation } from '../passwords.ts';
import { useUser } from '../session.tsx';
import { ActionButton } from './action-button.tsx';

/** A button that sends the signed-in person the link again that confirms their email address. */
export function SendConfirmation() {
  const { email } = useUser();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => requestConfirmation(email),
  });
  return (
    <>
      <ActionButton small busy={isPending} onClick={() => mutate()}>
        Send the link again
      </ActionButton>
      <span role="status" className="text-success empty:hidden">
        {isSuccess && `Sent to ${email}. Follow the link in the email within an hour.`}
      </span>
      <span role="alert" className="text-error empty:hidden">
        {error?.message}
      </span>
    </>
  );
}
