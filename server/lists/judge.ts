import { isForCompany, type Own } from '#contract/kernel/reach.ts';
import type { ListChange, ListOp } from '#contract/lists/schema.ts';
import { forbidden, notFound, type Problem } from '../ground/handling/problem.ts';
import type { StoredList } from './queries.ts';

/** Who changes a list, and whether their roles let them share one with colleagues. */
export interface ListWriter extends Own {
  mayShare: boolean;
}

/** What is to be done with a list: as a request says it. */
export interface ListAct extends Pick<ListChange, 'shared'> {
  ops: readonly ListOp[];
}

/**
 * Why somebody may not change a locked list that they see; undefined when they may. Its owner does all; what a company's is
 * shared, with colleagues or by a link, by whose roles let them. Others change what it holds where it is shared for that.
 */
export function refusalOf(
  { kind, shared, ...list }: Pick<StoredList, 'kind' | 'shared' | 'user_id' | 'buyer_id'>,
  who: ListWriter,
  change: ListAct,
): Problem | undefined {
  const isOwner = list.user_id === who.userId && list.buyer_id === who.buyerId;
  const givesAway = change.shared !== undefined || change.ops.some(({ op }) => op === 'share');
  if (!isOwner) return shared === 'change' && !givesAway ? undefined : forbidden('not_your_list');
  const opens = change.ops.some((one) => one.op === 'share' && one.shared);
  if (change.shared == null && !(opens && isForCompany(who))) return undefined;
  if (!isForCompany(who)) return notFound('company');
  if (change.shared != null && kind === 'cart') return notFound('list');
  return who.mayShare ? undefined : forbidden('right_missing');
}
