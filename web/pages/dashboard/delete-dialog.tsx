import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/ask-dialog.tsx';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';

interface Props {
  title: string;
  /** The word on the button. */
  action?: string;
  remove: () => Promise<{ deletedCount: number }>;
  /** Keys of the queries to fetch again: even a failure may mean that their data has changed. */
  changes: string[];
  onClose: () => void;
  onDeleted: () => void;
  /** What is deleted, and the consequences. */
  children: ReactNode;
}

/** Asks for confirmation, then deletes. */
export function DeleteDialog({
  title,
  action = 'Delete',
  remove,
  changes,
  onClose,
  onDeleted,
  children,
}: Props) {
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess: ({ deletedCount }) => {
      onClose();
      onDeleted();
      if (deletedCount > 0) showSuccess('Deleted SuccessfullY.');
    },
    onSettled: () => {
      for (const key of changes) client.invalidateQueries({ queryKey: [key] });
    },
  });

  return (
    <ConfirmDialog
      title={title}
      action={action}
      busy={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
