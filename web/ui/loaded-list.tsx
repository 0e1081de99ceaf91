import type { ReactNode } from 'react';
import { type LongList, listOf } from '../long-list.ts';
import { Loaded } from './loaded.tsx';
import { ShowMore } from './show-more.tsx';

interface Props<Entry> {
  list: LongList<Entry>;
  /** What the list contains, as in 'the products'. */
  what: string;
  /** Shown when the list has no entries. */
  empty: ReactNode;
  /** Entries of a page, where it has another size than usual. */
  size?: number | undefined;
  children: (entries: Entry[]) => ReactNode;
}

/** Shows the loaded entries of a long list, with the button for more below them. */
export function LoadedList<Entry>({ list, what, empty, size, children }: Props<Entry>) {
  return (
    <Loaded query={list} what={what} shape="list">
      {(data) => {
        const { entries } = listOf(data);
        if (entries.length === 0) return empty;
        return (
          <>
            {children(entries)}
            <ShowMore list={list} size={size} />
          </>
        );
      }}
    </Loaded>
  );
}
