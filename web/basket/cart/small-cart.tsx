import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { partPath } from '#contract/kernel/addresses.ts';
import { countOf, formatCount, formatMoney, formatPrice, parseCount } from '#contract/kernel/money.ts';
import { put } from '#contract/lists/ops.ts';
import type { ListOp } from '#contract/lists/schema.ts';
import { Button } from '../../ui/button.tsx';
import { CountInput } from '../../ui/count-input.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { inCatalogue } from '../../ui/written.ts';
import { type PricedLine, priceLines, totalsOf } from '../matching/priced.ts';
import { wordsOfProblem } from '../matching/problem-words.ts';
import { splitWords } from '../matching/split.ts';
import { type Cart, useCart } from './cart.ts';
import { doToCart } from './history.ts';
import { UndoNotice } from './undo-notice.tsx';
import { useLineMatches } from './use-line-matches.ts';

/** The last lines that are shown; the order pad has all. */
const MOST = 8;

/** The cart beside the page: its last lines, what it comes to, and the ways on. */
export function SmallCart({ onClose }: { onClose: () => void }) {
  const cart = useCart();
  const { lines } = cart;
  const matches = useLineMatches(lines);
  const dialog = useModal();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus();
  }, []);

  const close = () => dialog.current?.close();
  const priced = priceLines(lines, matches, null);
  const last = priced.slice(-MOST).reverse();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by the browser; a click beside it does too
    <dialog
      ref={dialog}
      className="cart-drawer"
      aria-labelledby="small-cart"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className="cart-drawer-in">
        <header>
          <h2 id="small-cart" ref={heading} tabIndex={-1}>
            Your order
          </h2>
          <Button kind="ghost" small className="ms-auto" onClick={close}>
            Close
          </Button>
        </header>
        <p role="status" className="cart-note">
          {noteOf(cart)}
        </p>
        <UndoNotice className="undo-notice" />
        {lines.length === 0 ? (
          <p className="text-muted">
            Nothing in it yet. “Add to order” puts a part here, and the order pad takes whole lists.
          </p>
        ) : (
          <ul>
            {last.map((one) => (
              <SmallLine
                key={one.line._id}
                priced={one}
                onChange={(op) => doToCart('Changed a quantity', [op])}
                onRemove={() => {
                  doToCart('Removed a line', [{ op: 'remove', _id: one.line._id }]);
                  // The pressed button is gone with its line.
                  heading.current?.focus();
                }}
              />
            ))}
          </ul>
        )}
        {lines.length > MOST && (
          <p className="text-muted text-sm">
            And {countOf(lines.length - MOST, 'more line')} on the order pad.
          </p>
        )}
        <footer>
          <Total priced={priced} />
          <Link to="/order" className="btn btn-quiet" onClick={close}>
            Open order
          </Link>
          {lines.length > 0 && (
            <Link to="/order/checkout" className="btn btn-primary" onClick={close}>
              Checkout
            </Link>
          )}
        </footer>
      </div>
    </dialog>
  );
}

/** Says what is not saved, and what to do about it. */
function noteOf({ status, unsaved, problem }: Cart): string {
  if (problem) return problem;
  if (status !== 'offline') return '';
  if (unsaved === 0) return 'No connection. What you change is kept in this browser.';
  const changes = countOf(unsaved, 'change is', 'changes are');
  return `No connection. ${changes} kept in this browser, and saved when it is back.`;
}

interface LineProps {
  priced: PricedLine;
  onChange: (op: ListOp) => void;
  onRemove: () => void;
}

function SmallLine({ priced, onChange, onRemove }: LineProps) {
  const { line, state, unitPrice, total, split } = priced;
  const { _id, quantity, raw } = line;
  const { product, problem } = state?.match ?? {};
  const name = product?.name ?? (raw || 'Part');
  const [typed, setTyped] = useState<string>();

  function set() {
    const pieces = parseCount(typed ?? '');
    if (typed !== undefined && Number.isInteger(pieces) && pieces > 0 && pieces !== quantity)
      onChange(put(line, { quantity: pieces }));
    setTyped(undefined);
  }

  return (
    <li className="cart-line">
      <div className="cart-picture">
        {product && <ProductPicture image={product.image} alt="" sizes="54px" />}
      </div>
      <div className="min-w-0">
        {product ? (
          <Link to={partPath(product.sku)} {...inCatalogue} className="cart-name">
            {name}
          </Link>
        ) : (
          <span className="cart-name">{name}</span>
        )}
        <div className="cart-figures num">
          <CountInput
            id={`small-${_id}`}
            aria-label={`Quantity of ${name}`}
            className="input-sm w-20"
            value={typed ?? (quantity ? formatCount(quantity) : '')}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={set}
            onKeyDown={(event) => event.key === 'Enter' && set()}
          />
          {unitPrice !== undefined && <span className="text-muted text-xs">× {formatPrice(unitPrice)}</span>}
          <span className="ms-auto font-semibold">{total !== undefined && formatMoney(total)}</span>
        </div>
        {split ? (
          <p className="text-muted text-xs">{splitWords(split)}</p>
        ) : (
          problem && <p className="text-error text-xs">{wordsOfProblem(problem, line, product)}</p>
        )}
      </div>
      <Button
        kind="ghost"
        small
        className="btn-square"
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={onRemove}
      >
        ×
      </Button>
    </li>
  );
}

function Total({ priced }: { priced: readonly PricedLine[] }) {
  const { lines, total, needs, waiting } = totalsOf(priced);
  if (lines === 0) return null;
  const counted = lines - needs - waiting;
  return (
    <p className="cart-total num">
      <span>
        Total
        {counted < lines && (
          <span className="text-muted text-xs">
            {' '}
            of {formatCount(counted)} of {formatCount(lines)} lines
          </span>
        )}
      </span>
      <output className="font-semibold text-lg">{counted > 0 ? formatMoney(total) : '–'}</output>
    </p>
  );
}
