import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import { callAsUser } from '../../user-calls.ts';

interface Props {
  email: string;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks for confirmation, and removes an account. */
export function RemoveUser({ email, onClose, onRemoved }: Props) {
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('removeUser', { params: { email } }),
    onSuccess: ({ deletedCount }) => {
      onClose();
      onRemoved();
      if (deletedCount > 0) showSuccess('Deleted SuccessfullY.');
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });

  return (
    <ConfirmDialog
      title="Remove this user?"
      action="Remove User"
      busy={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {email} is signed out at once and cannot log in any more. Their orders stay.
    </ConfirmDialog>
  );
}
