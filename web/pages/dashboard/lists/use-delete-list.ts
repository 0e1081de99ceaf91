import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListSummary } from '#contract/lists/schema.ts';
import { saveList } from '../../../basket/lists/save-list.ts';
import { randomId } from '../../../random-id.ts';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';

/** Returns a mutation that deletes a list without a question. The message about it offers Undo. */
export function useDeleteList(onDeleted: () => void) {
  const client = useQueryClient();
  const lookAgain = () => client.invalidateQueries({ queryKey: ['lists'] });
  return useMutation({
    mutationFn: async ({ _id: id }: Pick<ListSummary, '_id'>) => {
      const { name, boards = null, lines = [] } = await callAsUser('getList', { params: { id } });
      await callAsUser('removeList', { params: { id } });
      return { name, boards, lines };
    },
    onSuccess: (list) => {
      onDeleted();
      const key = randomId();
      const restore = () =>
        saveList(list, key).then(
          () => toast.success('The list is back', { description: list.name }),
          (error: Error) => toast.error('The list could not be brought back', { description: error.message }),
        );
      toast.message('List deleted', {
        description: list.name,
        action: { label: 'Undo', onClick: () => void restore().finally(lookAgain) },
      });
    },
    onError: (error) => toast.error('The list was not deleted', { description: error.message }),
    onSettled: lookAgain,
  });
}
