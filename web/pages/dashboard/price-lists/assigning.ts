/** Says which price lists companies and groups have. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../../ui/submission.ts';
import { callAsUser } from '../../../user-calls.ts';
import { userQuery } from '../../../user-query.ts';

/** All groups of buyers by name. */
export const groupsQuery = userQuery(['priceLists', 'groups'], 'listBuyerGroups', {}, { staleTime: 0 });

/** The newest price lists by name, of which companies and groups are given some. */
export const listNames = userQuery(['priceLists', 'names'], 'listPriceLists', { query: { limit: '100' } });

/** Gives a company a price list, behind those that it has, or takes it away. */
export async function giveToCompany(id: string, listId: string, has: boolean): Promise<void> {
  const { ids, version } = await callAsUser('getCompanyLists', { params: { id } });
  const body = { ids: withList(ids, listId, has), version };
  await callAsUser('setCompanyLists', { params: { id }, body });
}

/** Gives a group a price list, behind those that it has, or takes it away. */
export async function giveToGroup(id: string, listId: string, has: boolean): Promise<void> {
  const groups = await callAsUser('listBuyerGroups', {});
  const { priceLists, version } = groups.find(({ _id }) => _id === id)!;
  const body = { ids: withList(priceLists, listId, has), version };
  await callAsUser('setGroupLists', { params: { id }, body });
}

/** Puts a company into a group; null takes it out of its group. Its price lists stay. */
export async function putIntoGroup(id: string, groupId: string | null): Promise<void> {
  const { ids, version } = await callAsUser('getCompanyLists', { params: { id } });
  await callAsUser('setCompanyLists', { params: { id }, body: { ids, groupId, version } });
}

/** Returns price lists with one behind them, or without it. */
export function withList(ids: readonly string[], listId: string, has: boolean): string[] {
  const others = ids.filter((one) => one !== listId);
  return has ? [...others, listId] : others;
}

/** Carries out one change at a time of who has which lists, reads them anew after it, and says why one was refused. */
export function useAssigning() {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function change(work: () => Promise<unknown>, done?: () => void): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      done?.();
    } catch (error) {
      setProblem(refusalOf(error).message);
    }
    const changed = [['priceLists'], ['companies']];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
    setBusy(false);
  }
  return { change, busy, problem };
}
