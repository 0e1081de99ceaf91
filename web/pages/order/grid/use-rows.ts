import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Up to so many rows are all in the document, where the browser finds words in them. */
const MOST_IN_DOCUMENT = 60;

interface Options {
  count: number;
  /** Pixels of a row that was not measured yet. */
  height: number;
  keyOf: (index: number) => string;
  /** The row that stays in the document, because it has the focus. */
  kept?: number;
}

/** The rows of a long list that are in the document: those near the window. On paper all of them are. */
export function useRows({ count, height, keyOf, kept }: Options) {
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isPrinted = useIsPrinted();
  const isVirtual = count > MOST_IN_DOCUMENT && !isPrinted;
  const rows = useWindowVirtualizer({
    count,
    enabled: isVirtual,
    scrollMargin: top,
    overscan: 8,
    estimateSize: () => height,
    getItemKey: keyOf,
    rangeExtractor(range) {
      const near = defaultRangeExtractor(range);
      if (kept === undefined || near.includes(kept) || kept >= count) return near;
      return [...near, kept].sort((a, b) => a - b);
    },
  });
  // Notices above it move it.
  useLayoutEffect(() => {
    if (!body.current) return;
    const now = Math.round(body.current.getBoundingClientRect().top + window.scrollY);
    setTop((before) => (Math.abs(before - now) > 1 ? now : before));
  });
  const items = isVirtual
    ? rows.getVirtualItems().map(({ index, start }) => ({ index, y: start - top }))
    : Array.from({ length: count }, (_, index) => ({ index, y: undefined }));
  return {
    body,
    items,
    /** For each row's element, with its index in `data-index`. */
    measure: isVirtual ? rows.measureElement : undefined,
    height: isVirtual ? rows.getTotalSize() : undefined,
  };
}

/** Whether the page is being printed. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinted(true));
    const after = () => setPrinted(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinted;
}
