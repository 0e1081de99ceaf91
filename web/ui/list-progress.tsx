import { formatCount } from '#contract/money.ts';
import { type LongList, listOf } from '../long-list.ts';

/** How much of a long list is on the page, and why its next piece did not come. */
export function ListProgress({ list }: { list: LongList }) {
  const { entries, total } = listOf(list.data);
  return (
    <>
      <p className="num text-muted text-sm">
        {formatCount(entries.length)} of {formatCount(total)}
      </p>
      <p role="alert" className="text-error text-sm empty:hidden">
        {list.error?.message}
      </p>
    </>
  );
}
