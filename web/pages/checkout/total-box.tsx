import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { CompanyRules } from '#contract/companies/rules.ts';
import { type Allowance, mayPlace, unprovenWords } from '#contract/kernel/allowance.ts';
import { totalOfLines } from '#contract/kernel/amounts.ts';
import { CARD_LIMIT_CENTS, countOf, formatCents, formatCount, formatMoney } from '#contract/kernel/money.ts';
import { PURCHASE_MAX_LINES } from '#contract/purchases/limits.ts';
import { totalsOf } from '../../basket/matching/priced.ts';
import { extraWords } from '../../basket/matching/split.ts';
import { orderSummary } from '../../buyer-queries.ts';
import { useConfig } from '../../config.ts';
import { useUser } from '../../session.tsx';
import { SubmitButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { lengthOf } from '../../ui/length-of.ts';
import { SendConfirmation } from '../../ui/send-confirmation.tsx';
import type { Refusal } from '../../ui/submission.ts';
import { companySays } from './company/allowed.ts';
import { ASK, CompanyNotice, MemberLimits } from './company/says.tsx';
import { type CheckoutLine, priceChangeWords, totalBefore } from './lines.ts';

interface Props {
  lines: readonly CheckoutLine[];
  /** The ready lines as they fit on a card. */
  purchases: readonly (readonly CheckoutLine[])[];
  /** The buyer has agreed to several purchases. */
  isSplit: boolean;
  /** A line is too large for a card by itself, and can be split. */
  hasTooLarge: boolean;
  /** Lines that are left for later. */
  later: number;
  /** Why it is not known yet where the order goes, and whom the invoice names; undefined once it is. */
  unaddressed: string | undefined;
  /** Of the company that somebody buys for: its rules, and whether the order goes to an address that is not in its book. */
  company: { rules: CompanyRules; isNewAddress: boolean };
  busy: boolean;
  problem: Refusal | undefined;
  attempt: number;
  acceptPrices: () => void;
  onSplit: () => void;
  onLeave: (ids: readonly string[]) => void;
  onTakeBack: () => void;
  onShow: (id: string) => void;
}

/** The total, how long the stock is held, what still has to be done, and the button that places the order. */
export function TotalBox(props: Props) {
  const { lines, purchases, isSplit, later, company, busy, problem, attempt, onLeave, onTakeBack } = props;
  const { splitExtra } = totalsOf(lines);
  const takeBack = useRef<HTMLButtonElement>(null);
  const { data: summary } = useQuery({
    ...orderSummary(useUser().email),
    // They come back from confirming their email address, or from paying.
    refetchOnWindowFocus: 'always',
  });
  const allowance = summary?.allowance;
  const step = nextStep({
    ...props,
    splitExtra,
    allowance,
    // The pressed button goes: the focus stays beside it.
    onLeave(ids) {
      flushSync(() => onLeave(ids));
      takeBack.current?.focus();
    },
    onLeaveAndPlace: onLeave,
  });
  const totals = step === undefined ? purchases.map(totalOfLines) : [];
  const may = step === undefined && allowance ? mayPlace(totals, allowance) : undefined;
  const member = summary?.member;
  const says = step === undefined && member ? companySays(totals, { ...company, member }) : undefined;
  const isPart = may?.why !== undefined && may.count > 0;
  const placed = isPart ? purchases.slice(0, may.count).flat() : lines;
  const count = isPart ? may.count : isSplit ? purchases.length : 1;
  const words =
    count > 1 || isPart ? `Place ${countOf(count, 'order')}` : says?.approvals ? ASK : 'Place order';
  return (
    <aside className="sheet checkout-box" aria-label="Total">
      <div className="checkout-terms">
        {isSplit && purchases.length > 1 && (
          <ol className="checkout-purchases num">
            {purchases.map((some, n) => (
              <li key={some[0]!.line._id}>
                <span>
                  Order {n + 1}, {countOf(some.length, 'line')}
                </span>
                <span>{formatMoney(totalOfLines(some))}</span>
              </li>
            ))}
          </ol>
        )}
        {later > 0 && (
          <p className="text-muted text-sm">
            {countOf(later, 'line stays', 'lines stay')} in the cart for later.{' '}
            <button ref={takeBack} type="button" className="text-link" onClick={onTakeBack}>
              Order them too
            </button>
          </p>
        )}
        {member && <MemberLimits member={member} />}
        <Hold allowance={allowance} />
      </div>
      <div className="checkout-foot">
        <div role="status" className="checkout-step">
          {may?.why && allowance ? (
            <NotAll may={may} orders={purchases.length} allowance={allowance} />
          ) : says ? (
            <CompanyNotice says={says} orders={purchases.length} />
          ) : (
            step
          )}
        </div>
        <FormProblem problem={problem} attempt={attempt} />
        <div className="checkout-total">
          <p>
            <span className="text-muted text-sm">{countOf(placed.length, 'line')}</span>
            <output className="num whitespace-nowrap font-semibold text-xl tracking-tight sm:text-2xl">
              {formatMoney(totalsOf(placed).total)}
            </output>
          </p>
          <SubmitButton
            disabled={(step !== undefined || may?.count === 0 || says?.over !== undefined) && !busy}
            busy={busy}
            onClick={() => {
              if (!isPart) return;
              const rest = purchases.slice(may.count).flat();
              // The form is sent after this, without what waits.
              flushSync(() => onLeave(rest.map(({ line }) => line._id)));
            }}
          >
            {busy ? 'Placing…' : isPart ? `${words} now` : words}
          </SubmitButton>
        </div>
      </div>
    </aside>
  );
}

interface Step {
  splitExtra: number;
  allowance: Allowance | undefined;
  onLeaveAndPlace: Props['onLeave'];
}

/** Returns what has to be done before the order can be placed; undefined when nothing has. */
function nextStep({
  lines,
  purchases,
  isSplit,
  unaddressed,
  hasTooLarge,
  acceptPrices,
  onSplit,
  onLeave,
  onLeaveAndPlace,
  onShow,
  splitExtra,
  allowance,
}: Props & Step): ReactNode {
  if (lines.length === 0) return <p>All lines are moved to “later”.</p>;
  const wrong = lines.filter(({ is }) => is === 'wrong').map(({ line }) => line._id);
  const changed = lines.filter(({ was }) => was !== undefined);
  const isUnsure = changed.length > 0 || lines.some(({ is }) => is === 'checking');
  if (hasTooLarge || (purchases.length > 1 && !isSplit)) {
    return (
      <>
        <p>
          {whySplit()} {extraWords(splitExtra)}
        </p>
        {allowance && allowance.mostHeld !== null && (
          <p>Until your email address is confirmed, {unprovenWords(allowance.mostHeld)}.</p>
        )}
        <Button onClick={onSplit}>
          {hasTooLarge
            ? 'Split it into orders that fit'
            : `Split it into ${formatCount(purchases.length)} orders`}
        </Button>
      </>
    );
  }
  if (wrong.length > 0) {
    return (
      <>
        <p>
          {wrong.length === 1 ? 'One line needs' : `${formatCount(wrong.length)} lines need`} attention before
          this can be ordered.
        </p>
        <p className="flex flex-wrap gap-2">
          <Button small onClick={() => onShow(wrong[0]!)}>
            Show {wrong.length === 1 ? 'it' : 'the first'}
          </Button>
          {wrong.length < lines.length && (
            <Button small onClick={() => onLeave(wrong)}>
              Move {wrong.length === 1 ? 'this line' : `${formatCount(wrong.length)} lines`} to “later”
            </Button>
          )}
          {wrong.length < lines.length && !unaddressed && !isUnsure && (
            <Button
              small
              onClick={({ currentTarget: { form } }) => {
                flushSync(() => onLeaveAndPlace(wrong));
                form?.requestSubmit();
              }}
            >
              Place order without{' '}
              {wrong.length === 1 ? 'this line' : `these ${formatCount(wrong.length)} lines`}
            </Button>
          )}
        </p>
      </>
    );
  }
  if (changed.length > 0) {
    return (
      <>
        <p>
          {changed.length === 1
            ? `The price of ${changed[0]!.part?.sku} has changed since you looked: it ${priceChangeWords(changed[0]!)}.`
            : `${formatCount(changed.length)} prices have changed since you looked.`}{' '}
          All lines together were {formatMoney(totalBefore(lines))}, and are{' '}
          {formatMoney(totalsOf(lines).total)} now.
        </p>
        <p className="flex flex-wrap gap-2">
          <Button small onClick={() => onShow(changed[0]!.line._id)}>
            Show
          </Button>
          <Button small onClick={acceptPrices}>
            Accept {changed.length === 1 ? 'the new price' : 'the new prices'}
          </Button>
        </p>
      </>
    );
  }
  if (unaddressed) return <p>{unaddressed}</p>;
  return lines.some(({ is }) => is === 'checking') ? <p>Checking prices and stock…</p> : undefined;
}

function whySplit(): string {
  const limit = `A card can be charged ${formatCents(CARD_LIMIT_CENTS)} at once`;
  const most = `${limit}, and an order has ${formatCount(PURCHASE_MAX_LINES)} lines at most.`;
  return `${most} This is more: it can be placed as several orders, each paid separately.`;
}

/** For how long the pieces are held once the order is placed. */
function Hold({ allowance }: { allowance: Allowance | undefined }) {
  const hold = useConfig()?.hold;
  if (!hold) return null;
  const isShort = allowance && allowance.mostHeld !== null && hold.unprovenMinutes < hold.minutes;
  return (
    <p className="text-muted text-sm">
      Placing this order reserves the stock for {lengthOf(isShort ? hold.unprovenMinutes : hold.minutes)}
      {isShort && `, and for ${lengthOf(hold.minutes)} once your email address is confirmed`}. You pay
      afterwards.
    </p>
  );
}

interface NotAllProps {
  /** How many may be placed now, and why not more. */
  may: ReturnType<typeof mayPlace>;
  /** How many orders it is split into. */
  orders: number;
  allowance: Allowance;
}

/** Says that not all orders can be placed now, and what to do. The shop decides again when they are placed. */
function NotAll({ may: { count, why }, orders, allowance: { mostUnpaid, mostHeld } }: NotAllProps) {
  return (
    <>
      <p>
        {why === 'address_unproven'
          ? `Your email address is not confirmed. Until it is, ${unprovenWords(mostHeld ?? 0)}.`
          : `${formatCount(mostUnpaid)} orders may wait for their payment.`}{' '}
        {count === 0
          ? 'You have orders that wait, so this one cannot be placed yet.'
          : `So ${count === 1 ? 'only the first' : `only the first ${formatCount(count)}`} of these ${formatCount(orders)} can be placed now. The rest stays in the cart.`}{' '}
        {why === 'address_unproven' &&
          'Confirm your email address by the link that we have sent to it, or pay first.'}
        {why === 'too_many_unpaid' && 'Pay for some, or delete them.'}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {why === 'address_unproven' && <SendConfirmation />}
        {count === 0 && (
          <Link to="/dashboard" className="btn btn-quiet btn-sm">
            See what is unpaid
          </Link>
        )}
      </p>
    </>
  );
}
