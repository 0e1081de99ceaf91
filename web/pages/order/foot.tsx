import { useState } from 'react';
import { Link } from 'react-router';
import { countOf, formatCount, formatMoney } from '#contract/kernel/money.ts';
import { PURCHASE_MAX_LINES } from '#contract/purchases/limits.ts';
import type { Cart } from '../../basket/cart/cart.ts';
import type { Totals } from '../../basket/matching/priced.ts';
import { cardLimitWords } from '../../basket/matching/split.ts';
import { Button } from '../../ui/button.tsx';
import { NONE_READY, savingWords, statusWords, weightWords } from './foot-words.ts';
import type { Pad } from './pad.ts';

interface Props {
  totals: Totals;
  cart: Cart;
  isSignedIn: boolean;
  pad: Pad;
  /** How many lines are probably right, and can be confirmed together. */
  probable: number;
  onToProblem: () => void;
}

/**
 * What the lines come to, what they need, and the way to the checkout. It stays at the bottom of the window; on a phone all but the
 * total and the checkout is shown on request.
 */
export function Foot({ totals, cart, isSignedIn, pad, probable, onToProblem }: Props) {
  const { lines, needs, waiting, total, better, isOverCardLimit, splitExtra } = totals;
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <section
      data-folded={!isUnfolded || undefined}
      className="pad-foot num"
      aria-label="The whole order"
      aria-busy={waiting > 0}
    >
      <div className="pad-foot-row">
        <p className="pad-facts">
          <span>{countOf(lines, 'line')}</span>
          <span>{weightWords(totals)}</span>
          <span role="status">{statusWords(cart, isSignedIn)}</span>
        </p>
        {needs > 0 && (
          <Button small className="pad-needs" onClick={onToProblem} aria-keyshortcuts="F8">
            {countOf(needs, 'line needs attention', 'lines need attention')}
          </Button>
        )}
        {probable > 0 && (
          <Button small onClick={pad.confirmAll} aria-keyshortcuts="Alt+Shift+C" title="Alt+Shift+C">
            Confirm {countOf(probable, 'probable line')}
          </Button>
        )}
        {better.length > 0 && (
          <p className="pad-saving">
            <span>{savingWords(totals)}</span>
            <Button small aria-keyshortcuts="Alt+Shift+B" title="Alt+Shift+B" onClick={pad.takeAllAdvice}>
              {better.length === 1 ? 'Apply it' : 'Apply all'}
            </Button>
          </p>
        )}
        <p className="pad-sum">
          <span>{needs + waiting > 0 ? 'Total of what is ready' : 'Total'}</span>
          <strong>{formatMoney(total)}</strong>
        </p>
        <Button className="pad-unfold" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          Details
        </Button>
        <Link
          to="/order/checkout"
          className="btn btn-primary"
          aria-keyshortcuts="Control+Enter"
          onClick={(event) => {
            event.preventDefault();
            pad.checkout();
          }}
        >
          Checkout
        </Link>
      </div>
      {needs === lines && (
        <p className="pad-limit pad-refusal">
          {NONE_READY}
          <span className="max-md:hidden"> F8 goes to the next one.</span>
        </p>
      )}
      {(isOverCardLimit || lines > PURCHASE_MAX_LINES) && (
        <p className="pad-limit">
          {isOverCardLimit && `${cardLimitWords('orders that fit', splitExtra)} `}
          {lines > PURCHASE_MAX_LINES &&
            `An order has ${formatCount(PURCHASE_MAX_LINES)} lines at most: checkout splits it into several.`}
        </p>
      )}
    </section>
  );
}
