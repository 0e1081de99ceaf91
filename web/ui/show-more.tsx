import { formatCount } from '#contract/kernel/money.ts';
import { type LongList, listOf, PAGE_SIZE } from '../long-list.ts';
import { ActionButton } from './action-button.tsx';
import { ListProgress } from './list-progress.tsx';

/** The button for the next page of a long list, of `size` entries, and how much is shown. Nothing when all entries are loaded. */
export function ShowMore({ list, size = PAGE_SIZE }: { list: LongList; size?: number | undefined }) {
  const { entries, total, isCounted } = listOf(list.data);
  const left = isCounted ? total - entries.length : list.hasNextPage ? size : 0;
  if (left <= 0) return null;
  const busy = list.isFetchingNextPage;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <ActionButton busy={busy} onClick={() => list.fetchNextPage()}>
        {busy ? 'Loading…' : `Show ${formatCount(Math.min(size, left))} more`}
      </ActionButton>
      <ListProgress list={list} />
    </div>
  );
}
