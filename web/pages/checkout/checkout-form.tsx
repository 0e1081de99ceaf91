import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { totalOfLines } from '#contract/kernel/amounts.ts';
import { trimShown } from '#contract/kernel/blank.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import { CART } from '#contract/lists/limits.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { isSame } from '../../addresses.ts';
import { ApiProblem } from '../../api-problem.ts';
import { getCart, useCart } from '../../basket/cart/cart.ts';
import { doToCart } from '../../basket/cart/history.ts';
import { linesAfter } from '../../basket/cart/lines-after.ts';
import { acceptSeen, useSeenPrices } from '../../basket/cart/seen-prices.ts';
import { UndoNotice } from '../../basket/cart/undo-notice.tsx';
import { askAnew, useLineMatches } from '../../basket/cart/use-line-matches.ts';
import { useSavedCart } from '../../basket/cart/use-saved-cart.ts';
import { splitInto } from '../../basket/matching/ops.ts';
import type { Share } from '../../basket/matching/shares.ts';
import { type Split, splitLines } from '../../basket/matching/split.ts';
import { useCompanyRules } from '../../company-rules.ts';
import { randomId } from '../../random-id.ts';
import { useUser } from '../../session.tsx';
import { addressTrouble } from '../../ui/address/address-trouble.ts';
import { toShipTo } from '../../ui/address/address-values.ts';
import { moveOnEnter } from '../../ui/move-on-enter.ts';
import { type Refusal, refusalOf } from '../../ui/submission.ts';
import { callAsUser } from '../../user-calls.ts';
import { AddressChoice, InvoiceTo, useBilling, useBook } from './address-choice.tsx';
import { type CheckoutLine, type Refused, refusalsByLine, toCheckoutLines } from './lines.ts';
import { OrderFacts } from './order-facts.tsx';
import type { PurchaseBody } from './placing.ts';
import { rowId, Summary } from './summary.tsx';
import { TotalBox } from './total-box.tsx';
import {
  type CheckoutValues,
  checkoutDrafts,
  checkoutResolver,
  FACTS,
  NEW,
  NO_VALUES,
  OWN,
} from './values.ts';

interface Props {
  place: (bodies: readonly PurchaseBody[]) => Promise<void>;
  /** All that was wanted is placed. */
  onPlaced: () => void;
}

const DRAFT = 'cart';
const NOT_SAVED =
  'The shop cannot be reached, so it does not know your cart yet. Nothing was ordered. Try again when you are online.';

/** The checkout form: address, the buyer's numbers, lines and total on one page. */
export function CheckoutForm({ place, onPlaced }: Props) {
  const client = useQueryClient();
  const cart = useCart();
  const matches = useLineMatches(cart.lines);
  const seen = useSeenPrices();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refused>>(new Map());
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [isSplit, setSplit] = useState(false);
  const [problem, setProblem] = useState<Refusal>();
  const untilSaved = useSavedCart(cart);
  const { book, isKnown } = useBook();
  const billing = useBilling().data;
  const rules = useCompanyRules(useUser().buyerId);

  const form = useForm<CheckoutValues>({
    defaultValues: { ...NO_VALUES, ...checkoutDrafts.get(DRAFT) },
    resolver: checkoutResolver(rules),
  });
  const { watch, formState, handleSubmit, setError, setFocus } = form;
  useEffect(() => {
    const { unsubscribe } = watch((values) => checkoutDrafts.set(DRAFT, values as CheckoutValues));
    return unsubscribe;
  }, [watch]);

  const all = toCheckoutLines(cart.lines, matches, refusals, seen);
  const lines = all.filter(({ line }) => !leftOut.has(line._id));
  const ready = lines.filter(({ is }) => is === 'ready');
  const purchases = splitLines(ready);
  const tooLarge = lines.filter(({ is }) => is === 'large');
  const numbers = new Map(purchases.flatMap((some, n) => some.map(({ line }) => [line._id, n + 1] as const)));

  const leave = (ids: readonly string[]) => setLeftOut((before) => new Set([...before, ...ids]));

  /** The row goes with the focus: the one after it gets it, or the one before. */
  function leaveRow(id: string) {
    const at = lines.findIndex(({ line }) => line._id === id);
    flushSync(() => leave([id]));
    const next = lines[at + 1] ?? lines[at - 1];
    if (next) document.getElementById(rowId(next.line._id))?.focus({ preventScroll: true });
  }

  function split() {
    const ops = tooLarge.flatMap(({ line, split }) => splitInto(sharesOf(line, split!), line, linesAfter));
    doToCart('Split what is above the card limit', ops);
    setSplit(true);
  }

  async function send(values: CheckoutValues) {
    setProblem(undefined);
    const shipTo = shipToOf(values, book.data);
    const billTo = billing?.find(({ _id }) => _id === values.billToId)?.shipTo;
    if (!shipTo) return stopAt('addressId', 'Choose again where the order goes.');
    if (values.billToId !== '' && values.billToId !== OWN && !billTo)
      return stopAt('billToId', 'Choose again whom the invoice names.');
    // Those that are typed here are checked by the form. One of the book may be older than a rule.
    const wrong = addressTrouble(shipTo) ? 'addressId' : billTo && addressTrouble(billTo) && 'billToId';
    if (wrong) return stopAt(wrong, 'Edit the address, or choose another one.');
    try {
      if (!(await untilSaved())) throw new ApiProblem(0, 'offline', getCart().problem ?? NOT_SAVED);
      await place(purchases.map((some) => bodyOf(some, { shipTo, ...(billTo && { billTo }) }, values)));
      if (values.addressId === NEW && values.keep) await keep(shipTo);
      checkoutDrafts.set(DRAFT, undefined);
      onPlaced();
    } catch (error) {
      refuse(error);
    } finally {
      askAnew();
    }
  }

  function stopAt(field: 'addressId' | 'billToId', message: string) {
    setProblem({ message: `${message} Nothing was ordered.` });
    setFocus(field);
  }

  async function keep(shipTo: PurchaseBody['shipTo']) {
    if (book.data?.some((address) => isSame(address.shipTo, shipTo))) return;
    // The purchase is placed: that its address is not kept is nothing to stop for.
    await callAsUser('addAddress', { body: { shipTo } }, { idempotencyKey: randomId() }).catch(() => {});
    await client.invalidateQueries({ queryKey: ['addresses'] });
  }

  function refuse(error: unknown) {
    // An address of the book, and a rule of the company, may be another one since it was read.
    void client.invalidateQueries({ queryKey: ['addresses'] });
    void client.invalidateQueries({ queryKey: ['companies', 'rules of orders'] });
    const errors = error instanceof ApiProblem ? error.errors : [];
    const refusal = refusalOf(error, FACTS);
    const refused = refusalsByLine(errors, cart.lines);
    const isTotal = error instanceof ApiProblem && error.code === 'total_changed';
    flushSync(() => {
      setRefusals(refused);
      setProblem(
        refused.size > 0
          ? { message: wordsOfRefused(refused.size) }
          : isTotal
            ? { message: wordsOfTotal(error) }
            : refusal,
      );
    });
    const [first] = refused.keys();
    if (first) focusLine(first);
    for (const [nth, { field, message }] of (refusal.atFields ?? []).entries()) {
      const told = { type: 'server', message };
      setError(field as (typeof FACTS)[number], told, { shouldFocus: nth === 0 && !first });
      // Focus alone scrolls as little as it can, and leaves the message below the window.
      if (nth === 0 && !first) document.activeElement?.scrollIntoView({ block: 'center' });
    }
  }

  // Without billing addresses nobody is asked whom the invoice names.
  const isBillingOpen = !billing || (billing.length > 0 && watch('billToId') === '');
  const unaddressed =
    isKnown && rules.addressesFromBook && book.data?.length === 0
      ? 'Your company ships to its address book only, which has no address yet.'
      : watch('addressId') === '' || isBillingOpen
        ? 'Looking up your addresses…'
        : undefined;

  return (
    <form
      method="post"
      noValidate
      className="checkout"
      aria-label="Checkout"
      onSubmit={handleSubmit(send)}
      onKeyDown={(event) => moveOnEnter(event)}
    >
      <div className="checkout-main">
        <AddressChoice form={form} rules={rules} />
        <InvoiceTo form={form} />
        <OrderFacts form={form} rules={rules} />
        <UndoNotice className="undo-notice" />
        <Summary
          lines={lines}
          purchaseOf={(id) => (isSplit && purchases.length > 1 ? numbers.get(id) : undefined)}
          onLeave={leaveRow}
        />
      </div>
      <TotalBox
        lines={lines}
        purchases={purchases}
        isSplit={isSplit}
        problem={problem}
        acceptPrices={() => {
          setProblem(undefined);
          acceptSeen(cart.lines, matches);
        }}
        later={all.length - lines.length}
        hasTooLarge={tooLarge.length > 0}
        unaddressed={unaddressed}
        company={{ rules, isNewAddress: watch('addressId') === NEW }}
        busy={formState.isSubmitting}
        attempt={formState.submitCount}
        onSplit={split}
        onLeave={leave}
        onTakeBack={() => setLeftOut(new Set())}
        onShow={focusLine}
      />
    </form>
  );
}

/** The shares of a line that is split, which wait for the same day. */
function sharesOf({ receiptDate }: ListLine, { quantities }: Split): Share[] {
  return quantities.map((quantity) => ({ quantity, ...(receiptDate && { receiptDate }) }));
}

/** Returns where a purchase goes; undefined for an address of the book that is gone. */
function shipToOf({ addressId, address }: CheckoutValues, book: ReturnType<typeof useBook>['book']['data']) {
  return addressId === NEW ? toShipTo(address) : book?.find(({ _id }) => _id === addressId)?.shipTo;
}

function bodyOf(
  lines: readonly CheckoutLine[],
  addresses: Pick<PurchaseBody, 'shipTo' | 'billTo'>,
  values: CheckoutValues,
): PurchaseBody {
  const facts = FACTS.map((field) => [field, trimShown(values[field])] as const).filter(
    ([, text]) => text !== '',
  );
  return {
    listId: CART,
    lineIds: lines.map(({ line }) => line._id),
    ...addresses,
    ...Object.fromEntries(facts),
    expectedTotal: totalOfLines(lines),
  };
}

function wordsOfRefused(lines: number): string {
  const which = lines === 1 ? 'A line' : `${lines} lines`;
  return `${which} cannot be ordered any more as shown: what is wrong stands beside it. Nothing of this order was placed.`;
}

function wordsOfTotal({ params }: ApiProblem): string {
  return `Prices have changed: together it is ${formatMoney(Number(params.total))} now. Nothing was placed. Look at the lines, and place the order again.`;
}

/** Moves the focus to a line of the summary. */
function focusLine(id: string): void {
  const row = document.getElementById(rowId(id));
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}
