import { formatCount } from '#contract/kernel/money.ts';
import { type LongList, listOf } from '../long-list.ts';

/** How many entries of a long list are shown, and why the next page could not be loaded. */
export function ListProgress({ list }: { list: LongList }) {
  const { entries, total, isCounted } = listOf(list.data);
  return (
    <>
      <p className="num text-muted text-sm">
        {formatCount(entries.length)} {isCounted ? `of ${formatCount(total)}` : 'shown'}
      </p>
      <p role="alert" className="text-error text-sm empty:hidden">
        {list.error?.message}
      </p>
    </>
  );
}
