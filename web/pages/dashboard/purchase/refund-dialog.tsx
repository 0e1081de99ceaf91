import { useState } from 'react';
import { countersOf, owed, refundable } from '#contract/line-pieces.ts';
import { toCents } from '#contract/money.ts';
import type { PurchaseDetail, PurchaseLine } from '#contract/purchases.ts';
import { type RefundableLine, refundCents } from '#contract/refunds.ts';
import { LONGEST_REASON } from '#contract/text-limits.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { PiecesDialog } from '../shipping/pieces-dialog.tsx';
import { linesWith } from './lines-with.ts';

type Of = 'shipped' | 'unshipped';

/** What has gone back of a line, for the rule that says what goes back for more of it. Its amounts are dollars in calls. */
const refundableOf = (line: PurchaseLine): RefundableLine => ({
  ...countersOf(line),
  totalCents: toCents(line.total),
  refundedCents: toCents(line.refundedOfLine),
});

/**
 * Returns whether nothing of a line's `refundedOfLine` is under way or has stopped: a refund takes the place of one that has stopped,
 * and only the server knows the sum then.
 */
const isSettled = ({ lines, refunded }: PurchaseDetail): boolean =>
  lines.reduce((sum, { refundedOfLine }) => sum + toCents(refundedOfLine), 0) <= toCents(refunded);

/** Refunds pieces of lines: shipped ones, first of all those that came back; or others, which are cancelled then. */
export function RefundDialog({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const linesOf = (of: Of) => linesWith(purchase, (line) => refundable(countersOf(line), of));
  const [of, setOf] = useState<Of>(() => (linesOf('shipped').length > 0 ? 'shipped' : 'unshipped'));
  const [restock, setRestock] = useState(true);
  const [reason, setReason] = useState('');
  const lines = linesOf(of).map(({ line, ...rest }) => ({
    ...rest,
    price: line.price,
    ...(of === 'shipped' && { cameBack: line.returnedPieces, first: owed(countersOf(line)) }),
    ...(isSettled(purchase) && { centsOf: (pieces: number) => refundCents(refundableOf(line), pieces) }),
  }));
  return (
    <PiecesDialog
      key={of}
      title="Refund pieces"
      hint="The money goes back to the card, with a credit note. This cannot be undone."
      action="Refund"
      lines={lines}
      nothingLeft="None of these pieces is left to refund."
      onClose={onClose}
      send={async (pieces, idempotencyKey) => {
        const lines = pieces.map(({ column: _, ...line }) => ({
          ...line,
          of,
          restock: of === 'unshipped' && restock,
        }));
        try {
          await callAsUser(
            'refundPieces',
            { params: { id: purchase._id }, body: { lines, reason } },
            { idempotencyKey },
          );
          return 'Refunded';
        } catch (error) {
          // It is noted, and goes on by itself.
          if (error instanceof ApiProblem && error.code === 'refund_pending') return error.message;
          throw error;
        }
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Which pieces">
          {(control) => (
            <select
              {...control}
              className="select"
              value={of}
              onChange={({ target }) => setOf(target.value as Of)}
            >
              <option value="shipped" disabled={linesOf('shipped').length === 0}>
                Shipped or cancelled ones
              </option>
              <option value="unshipped" disabled={linesOf('unshipped').length === 0}>
                Those that are not shipped: they are cancelled
              </option>
            </select>
          )}
        </Field>
        <TextField
          label="Reason"
          name="reason"
          maxLength={LONGEST_REASON}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {of === 'unshipped' && (
          <label className="flex items-center gap-2 text-sm sm:col-span-2">
            <input
              type="checkbox"
              className="h-4 w-4 accent-primary"
              checked={restock}
              onChange={({ target }) => setRestock(target.checked)}
            />
            Put them on sale again
          </label>
        )}
      </div>
    </PiecesDialog>
  );
}
