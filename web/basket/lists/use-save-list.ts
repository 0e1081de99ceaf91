import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { randomId } from '../../random-id.ts';
import { type Saving, saveList } from './save-list.ts';

/** Returns what saves a list and answers its id. Until it is saved, another try under the same name saves nothing twice. */
export function useSaveList(onSaved?: (id: string, saved: Saving) => void) {
  const client = useQueryClient();
  const attempt = useRef({ name: '', key: '' });
  return useMutation({
    mutationFn: (list: Saving) => {
      if (attempt.current.name !== list.name) attempt.current = { name: list.name, key: randomId() };
      return saveList(list, attempt.current.key);
    },
    onSuccess: (id, saved) => {
      attempt.current = { name: '', key: '' };
      onSaved?.(id, saved);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['lists'] }),
  });
}
