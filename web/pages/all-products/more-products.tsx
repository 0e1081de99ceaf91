import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { type LongList, listOf } from '../../long-list.ts';
import { ListProgress } from '../../ui/list-progress.tsx';

/** The next page is requested at this distance from the end, so that it arrives before it is needed. */
const AHEAD = '1200px';

interface Props {
  /** The address of the next page, for browsers without JavaScript and for another tab. */
  to: string;
  /** The grid's products. After an error, only the link requests the next page. */
  list: LongList;
}

/** The end of the loaded grid: scrolling near it, or the link, loads more products. */
export function MoreProducts({ to, list }: Props) {
  const { data, error, isFetchingNextPage: busy, fetchNextPage } = list;
  const shown = listOf(data).entries.length;
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(() => fetchNextPage());
  const waits = !busy && !error;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page that leaves the end in view requests the next
  useEffect(() => {
    if (!waits || !end.current) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) more();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waits, shown]);

  function press(event: MouseEvent) {
    // With a modifier key the link opens another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!busy) fetchNextPage();
  }

  return (
    <div ref={end} className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={to} onClick={press} aria-disabled={busy || undefined} className="btn btn-quiet">
        {busy ? 'Loading…' : 'More products'}
      </Link>
      <ListProgress list={list} />
    </div>
  );
}
