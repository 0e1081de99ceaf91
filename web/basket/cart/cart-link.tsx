import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { useCart } from './cart.ts';
import { CartIcon } from './cart-icon.tsx';

const NONE: readonly ListLine[] = [];
/** As wide as in cart.css. */
const HAS_ROOM = '(width >= 64rem)';
/** Milliseconds without a change after which it is asked for. */
const PAUSE_MS = 1_000;

const loadSmallCart = () => import('./small-cart.tsx');
const warm = () => void loadSmallCart().catch(() => {});

/**
 * Leads to the order pad; with JavaScript it opens the small cart instead. How many lines there are stands on the drawing: the page
 * is the same for everybody, and nothing moves when it appears.
 */
export function CartLink() {
  const { lines, unsaved, status } = useCart();
  const { pathname } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  const [opened, setOpened] = useState<{ SmallCart: ComponentType<{ onClose: () => void }> }>();
  const count = lines.length;
  // The order pad and the checkout have their own.
  const total = useTotal(pathname.startsWith('/order') ? NONE : lines);
  const isUnsaved = status === 'offline' && unsaved > 0;
  const label = [
    count === 0 ? 'Cart' : `Cart: ${countOf(count, 'line')}`,
    ...(total ? [total] : []),
    ...(isUnsaved ? ['not all saved'] : []),
  ].join(', ');

  async function open(event: MouseEvent) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isElsewhere || pathname === '/order') return;
    event.preventDefault();
    try {
      setOpened(await loadSmallCart());
    } catch {
      // The whole page can be loaded, or says why not.
      window.location.assign('/order');
    }
  }

  return (
    <>
      <Link
        ref={link}
        to="/order"
        className="btn btn-ghost cart-link"
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={open}
        onMouseEnter={warm}
        onFocus={warm}
        onTouchStart={warm}
      >
        <CartIcon className="size-5.5" />
        {count > 0 && (
          <span className="cart-count num" data-unsaved={isUnsaved || undefined}>
            {count > 999 ? '999+' : count}
          </span>
        )}
        <span className="cart-sum num">{total}</span>
      </Link>
      {opened && (
        <opened.SmallCart
          onClose={() => {
            setOpened(undefined);
            link.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** What the lines come to, in words; '' until that is known, and where the header has no room for it. */
function useTotal(lines: readonly ListLine[]): string {
  const [known, setKnown] = useState<{ lines: readonly ListLine[]; words: string }>();
  useEffect(() => {
    if (lines.length === 0 || !window.matchMedia(HAS_ROOM).matches) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      try {
        const { totalWords } = await import('./cart-total.ts');
        const words = await totalWords(lines);
        if (isWanted) setKnown({ lines, words });
      } catch {
        // The number of lines stands there.
      }
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [lines]);
  return known?.lines === lines ? known.words : '';
}
