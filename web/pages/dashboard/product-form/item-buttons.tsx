import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TrashIcon } from '../icons.tsx';

type Way = 'up' | 'down';

interface Props<T> {
  /** What is moved or removed, for screen readers. */
  of: string;
  place: number;
  items: readonly T[];
  onMove: (items: T[], to: number, way: Way) => void;
  onRemove: (items: T[]) => void;
}

/** Buttons that move an entry of a list up or down, or remove it. */
export function ItemButtons<T>({ of, place, items, onMove, onRemove }: Props<T>) {
  const button = (way: Way, label: string, sign: string, to: number) => {
    const isAtEnd = to < 0 || to >= items.length;
    return (
      <button
        type="button"
        data-way={way}
        className="btn btn-ghost btn-square"
        aria-label={`Move ${of} ${label}`}
        title={`Move ${label}`}
        // A disabled button would lose the focus.
        aria-disabled={isAtEnd}
        onClick={() => {
          if (isAtEnd) return;
          const moved = [...items];
          moved.splice(to, 0, ...moved.splice(place, 1));
          onMove(moved, to, way);
        }}
      >
        {sign}
      </button>
    );
  };
  return (
    <div className="flex sm:mt-6.5">
      {button('up', 'up', '↑', place - 1)}
      {button('down', 'down', '↓', place + 1)}
      <Button
        kind="ghost"
        className="btn-square"
        aria-label={`Remove ${of}`}
        title="Remove"
        onClick={() => onRemove(items.filter((_, n) => n !== place))}
      >
        <TrashIcon />
      </Button>
    </div>
  );
}

/** Keeps the focus on the button of a moved entry, whose place in the document has changed. */
export function useMovedFocus() {
  const list = useRef<HTMLOListElement>(null);
  const next = useRef<{ place: number; way: Way }>(undefined);
  useLayoutEffect(() => {
    if (!next.current) return;
    const { place, way } = next.current;
    next.current = undefined;
    list.current?.children[place]?.querySelector<HTMLElement>(`[data-way=${way}]`)?.focus();
  });
  return {
    list,
    moved: (place: number, way: Way) => {
      next.current = { place, way };
    },
  };
}
