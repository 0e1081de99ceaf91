import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { type LongList, listOf } from '../../long-list.ts';
import { ListProgress } from '../../ui/list-progress.tsx';

/** The next piece is asked for when the end is about this far away: it is there before one arrives. */
const AHEAD = '1200px';

interface Props {
  /** The page that goes on here, for browsers without JavaScript and for another tab. */
  to: string;
  /** The grid's products. Once a piece has not come, it is asked for by hand. */
  list: LongList;
}

/** The end of a grid that goes on: more products come as one scrolls near it, or by the link. */
export function MoreProducts({ to, list }: Props) {
  const { data, error, isFetchingNextPage: busy, fetchNextPage } = list;
  const shown = listOf(data).entries.length;
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(() => fetchNextPage());
  const waits = !busy && !error;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new piece that leaves the end in view asks for the next
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
    // With a modifier it is a link like any other.
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
