import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { List, ListOp } from '#contract/lists/schema.ts';
import { applyOps } from '../../../basket/cart/content.ts';
import { randomId } from '../../../random-id.ts';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import * as queries from './queries.ts';

interface Change {
  ops: ListOp[];
  /** What colleagues may do with it from then on; null: nothing. */
  shared?: Sharing | null;
  key: string;
}

type Sharing = NonNullable<List['shared']>;

/** Returns a mutation that changes a list: first what is shown, then the server's list, one change after the other. */
export function useChangeList(id: string) {
  const client = useQueryClient();
  const { queryKey } = queries.list(id, undefined);
  return useMutation({
    scope: { id: `list ${id}` },
    mutationFn: ({ key, ...change }: Change) => {
      const version = client.getQueryData(queryKey)?.version ?? 0;
      return callAsUser(
        'changeList',
        { params: { id }, body: { version, ...change } },
        { idempotencyKey: key },
      );
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (before) => before && shown(before, change));
    },
    onSuccess: ({ version }) => {
      client.setQueryData(queryKey, (before) => before && { ...before, version });
    },
    onError: (error) => toast.error('The list was not changed', { description: error.message }),
    onSettled: () =>
      client.invalidateQueries({ queryKey: ['lists'], predicate: ({ queryKey }) => queryKey[1] !== 'parts' }),
  });
}

/** A change to send once, however often it is tried. */
export const changeOf = (...ops: ListOp[]): Change => ({ ops, key: randomId() });

/** The same, of what colleagues may do with a list. */
export const sharingOf = (shared: Sharing | null): Change => ({ ...changeOf(), shared });

function shown({ shared: before, ...list }: List, { ops, shared = before ?? null }: Change): List {
  const { lines, boards } = applyOps({ lines: list.lines ?? [], boards: list.boards ?? null }, ops);
  const renamed = ops.findLast(({ op }) => op === 'rename');
  return {
    ...list,
    lines: [...lines],
    boards,
    ...(shared && { shared }),
    ...(renamed?.op === 'rename' && { name: renamed.name }),
  };
}
