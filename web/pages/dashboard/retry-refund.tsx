import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changed } from '../../changed.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { refusalOf } from '../../ui/submission.ts';
import { toast } from '../../ui/toast.ts';
import { callAsUser } from '../../user-calls.ts';

/** Retries a stopped refund, by the id of its payment. The payment provider's answer appears below. */
export function RetryRefund({ id }: { id: string }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('retryRefund', { params: { id } }),
    onSuccess: () => {
      toast.success('Refunded');
    },
    onSettled: () => {
      changed(client, 'refund');
    },
  });
  return (
    <>
      <ActionButton className="btn btn-quiet btn-sm" busy={isPending} onClick={() => mutate()}>
        Try again
      </ActionButton>
      {error && <FormProblem problem={refusalOf(error)} />}
    </>
  );
}
