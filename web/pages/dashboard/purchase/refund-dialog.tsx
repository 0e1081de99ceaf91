import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { netOf } from '#contract/kernel/amounts.ts';
import { formatCents, formatMoney, isDollars, parseDollars, toCents } from '#contract/kernel/money.ts';
import { LONGEST_REASON } from '#contract/kernel/text-limits.ts';
import { piecesLeft, type RefundableLine, type RefundLine, refundCents } from '#contract/payments/refunds.ts';
import type { Payment } from '#contract/payments/schema.ts';
import { countersOf, owed, refundable } from '#contract/purchases/line-pieces.ts';
import type { PurchaseDetail, PurchaseLine } from '#contract/purchases/schema.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { linesWith } from '../shipping/lines-with.ts';
import { PiecesDialog } from '../shipping/pieces-dialog.tsx';
import type { PiecesLine, TypedPieces } from '../shipping/typed-pieces.ts';
import { orderPayments } from './queries.ts';

/** What a refund is of: pieces that were shipped or cancelled, pieces that are not shipped, all that is left, an amount, or the pieces of one that has stopped. */
type Of = 'shipped' | 'unshipped' | 'all' | 'amount' | 'stopped';

interface Props {
  purchase: PurchaseDetail;
  onClose: () => void;
}

/** Refunds pieces of a paid purchase, or all that is left of it. Where there can be no refund, it says why. */
export function RefundDialog({ purchase, onClose }: Props) {
  const payments = useQuery(orderPayments(purchase.lines[0]!._id));
  if (payments.isPending) return null;
  const paidBy = payments.data?.find(({ transactionId }) => transactionId === purchase.transactionId);
  return <Refund purchase={purchase} paidBy={paidBy} onClose={onClose} />;
}

function Refund({ purchase, paidBy, onClose }: Props & { paidBy: Payment | undefined }) {
  const obstacle = paidBy ? whyNoRefund(paidBy) : 'The payment could not be read. Close this, and try again.';
  const stopped = paidBy && stoppedRefund(paidBy);
  const leftCents = toCents(purchase.total) - toCents(purchase.refunded);
  const linesOf = (of: Of) => refundableLines(purchase, of, leftCents);
  const [chosen, choose] = useState<Of>(() => (linesOf('shipped').length > 0 ? 'shipped' : 'unshipped'));
  const [restock, setRestock] = useState(true);
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState('');
  const [isWrong, setWrong] = useState(false);
  const cents = centsOfAmount(amount, leftCents);
  const of = stopped && chosen !== 'all' ? 'stopped' : chosen;
  // What was read when a refund was asked for: sent again after a lost answer, it must not count as another one.
  const [asked] = useState(() => new Map<string, RefundLine[]>());

  async function send(pieces: TypedPieces[], idempotencyKey: string): Promise<string> {
    const [line] = purchase.lines;
    try {
      if (of === 'all') {
        await callAsUser('refundOrder', { params: { id: line!._id }, body: { reason } });
        return 'Refunded';
      }
      if (of === 'amount') {
        const body = { reason, amount: cents! / 100, refunded: purchase.refunded };
        await callAsUser('refundAmount', { params: { id: purchase._id }, body }, { idempotencyKey });
        return 'Refunded';
      }
      const lines = asked.get(idempotencyKey) ?? toAsk(purchase, pieces, of, restock);
      asked.set(idempotencyKey, lines);
      const input = { params: { id: purchase._id }, body: { lines, reason } };
      await callAsUser('refundPieces', input, { idempotencyKey });
      return of === 'unshipped' ? 'Canceled and refunded' : 'Refunded';
    } catch (error) {
      // The refund is recorded, and a background job continues it.
      if (error instanceof ApiProblem && error.code === 'refund_pending') return error.message;
      throw error;
    }
  }

  return (
    <PiecesDialog
      key={of}
      title={`Refund ${purchase.number}`}
      hint={
        <>
          {stopped && `${stopped} This one takes its place. `}
          {formatCents(leftCents)} of the payment {leftCents < centsOfLines(purchase) ? LESS : 'is left. '}
          What goes back to the card has a credit note, and cannot be undone.
        </>
      }
      action="Refund"
      isRight={() => {
        const isRight = of !== 'amount' || cents !== undefined;
        setWrong(!isRight);
        return isRight;
      }}
      {...((of === 'all' || of === 'amount') && !obstacle
        ? { lines: undefined, cents: of === 'all' ? leftCents : (cents ?? 0) }
        : { lines: obstacle ? [] : linesOf(of) })}
      nothingLeft={obstacle ?? 'None of these pieces is left to refund.'}
      onClose={onClose}
      send={send}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="What is refunded"
          value={of}
          onChange={({ target }) => choose(target.value as Of)}
        >
          {stopped ? (
            <option value="stopped">Pieces, those of the stopped refund first</option>
          ) : (
            <>
              <option value="shipped" disabled={linesOf('shipped').length === 0}>
                Pieces that were shipped or canceled
              </option>
              <option value="unshipped" disabled={linesOf('unshipped').length === 0}>
                Pieces that are not shipped: they are canceled
              </option>
            </>
          )}
          {!stopped && <option value="amount">An amount without pieces, as goodwill</option>}
          <option value="all">All that is left: {formatCents(leftCents)}</option>
        </SelectField>
        <TextField
          label="Reason"
          name="reason"
          hint="The buyer reads it"
          maxLength={LONGEST_REASON}
          required
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {of === 'amount' && (
          <TextField
            label="Amount in dollars"
            name="amount"
            inputMode="decimal"
            error={isWrong && cents === undefined ? `From $0.01 to ${formatCents(leftCents)}` : undefined}
            required
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
        {(of === 'unshipped' || of === 'stopped') && (
          <label className="flex items-center gap-2 text-sm sm:col-span-2">
            <input
              type="checkbox"
              name="restock"
              className="h-4 w-4 accent-primary"
              checked={restock}
              onChange={({ target }) => setRestock(target.checked)}
            />
            {of === 'stopped' ? 'Put those on sale again that are not shipped' : 'Put them on sale again'}
          </label>
        )}
        {of === 'all' && (
          <p className="text-sm sm:col-span-2">
            The order counts as refunded then. What is not shipped will not be, and goes on sale again.
          </p>
        )}
      </div>
    </PiecesDialog>
  );
}

const LESS = 'is left, less than the pieces cost, as money was refunded without pieces, too. ';

/** The cents of a typed amount; undefined where it is none, or more than is left. */
function centsOfAmount(text: string, leftCents: number): number | undefined {
  const dollars = parseDollars(text);
  if (!isDollars(dollars) || dollars <= 0) return undefined;
  const cents = toCents(dollars);
  return cents <= leftCents ? cents : undefined;
}

/** What has gone back of a line. A refund that has stopped does not count: the next one takes its place. */
const refundableOf = (line: PurchaseLine): RefundableLine => ({
  quantity: line.quantity,
  totalCents: toCents(line.total),
  refundedQuantity: line.refundedPieces - line.refundingPieces,
  refundedCents: toCents(line.refundedOfLine) - toCents(line.refundingOfLine),
});

/** Cents of all pieces of a purchase that are not refunded. */
const centsOfLines = ({ lines }: PurchaseDetail): number => netOf(lines.map(refundableOf).map(leftOfLine));

const leftOfLine = ({ totalCents, refundedCents }: RefundableLine) => ({
  netCents: totalCents - refundedCents,
});

/** The lines with pieces that can be refunded, with what so many of them bring back: no more than is left of the payment. */
function refundableLines(purchase: PurchaseDetail, of: Of, leftCents: number): PiecesLine[] {
  const leftOf = (line: PurchaseLine) => {
    const money = refundableOf(line);
    const counters = { ...countersOf(line), refundedQuantity: money.refundedQuantity };
    const pieces = refundable(counters, of === 'shipped' || of === 'unshipped' ? of : undefined);
    return Math.min(pieces, piecesLeft(money, leftCents));
  };
  return linesWith(purchase, leftOf).map(({ line, ...rest }) => ({
    ...rest,
    price: line.price,
    ...(of === 'shipped' && { cameBack: line.returnedPieces, first: owed(countersOf(line)) }),
    ...(of === 'stopped' && { first: line.refundingPieces }),
    centsOf: (pieces: number) => refundCents(refundableOf(line), pieces),
  }));
}

function toAsk(
  { lines }: PurchaseDetail,
  pieces: TypedPieces[],
  of: Exclude<Of, 'all' | 'amount'>,
  restock: boolean,
): RefundLine[] {
  return pieces.map(({ orderId, quantity }) => ({
    orderId,
    quantity,
    restock: of !== 'shipped' && restock,
    refundedPieces: refundableOf(lines.find(({ _id }) => _id === orderId)!).refundedQuantity,
    ...(of !== 'stopped' && { of }),
  }));
}

/** Returns why nothing can be refunded of a payment now; undefined when a refund may be tried. */
function whyNoRefund({ state, refunding, noRefund, problem }: Payment): string | undefined {
  if (state === 'refunded') return 'All of the payment has gone back.';
  if (state === 'refunding' && refunding) return underWay(refunding);
  if (state === 'refused' && refunding && !refunding.ofPieces)
    return [
      `A refund of all that is left, ${formatMoney(refunding.amount)}, has stopped.`,
      problem && `${problem.what} ${problem.advice}`,
      'Try it again, or withdraw it, on the page of the order.',
    ]
      .filter(Boolean)
      .join(' ');
  return noRefund;
}

/** Returns what is said of a refund of pieces that has stopped, and why; undefined where none has. */
function stoppedRefund({ state, refunding, problem }: Payment): string | undefined {
  if (state !== 'refused' || !refunding?.ofPieces) return undefined;
  return [`A refund of ${formatMoney(refunding.amount)} has stopped.`, problem?.what, problem?.advice]
    .filter(Boolean)
    .join(' ');
}

function underWay({ amount, nextTryAt }: NonNullable<Payment['refunding']>): string {
  const next = nextTryAt && ` Stripe is asked again at ${formatMoment(nextTryAt)}: come back after that.`;
  return `A refund of ${formatMoney(amount)} is under way and continues automatically. The next one can be made when it is done.${next ?? ''}`;
}
