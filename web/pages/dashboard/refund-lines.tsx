import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { formatCents, formatCount } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { piecesLeft } from '#contract/refunds.ts';
import { CountInput } from '../../ui/count-input.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { centsOf, type RefundInput, toRefundable, wantedLines } from './refund-input.ts';

interface Props {
  /** The purchase's lines. */
  lines: Order[];
  /** Cents that are left of the payment. */
  leftCents: number;
  /** What is typed for each line. */
  typed: string[];
  register: UseFormRegister<RefundInput>;
  errors: FieldErrors<RefundInput>['pieces'];
}

/** The lines of a purchase with a field for how many pieces of each are refunded, and what they come to. */
export function RefundLines({ lines, leftCents, typed, register, errors }: Props) {
  const wanted = new Map(wantedLines(lines, typed).map(({ line, pieces }) => [line, pieces]));
  return (
    <table className="refund-lines num" aria-label="Pieces to refund">
      <thead>
        <tr>
          <th scope="col">
            <abbr title="Line" className="no-underline">
              #
            </abbr>
          </th>
          <th scope="col">Product</th>
          <th scope="col">Ordered</th>
          <th scope="col">Refunded</th>
          <th scope="col">Pieces</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, nth) => {
          const refundable = toRefundable(line);
          const cents = centsOf(line, wanted.get(line) ?? 0);
          const error = errors?.[nth]?.message;
          const ids = { left: `left-${line._id}`, error: `error-${line._id}` };
          const [ordered, refunded] = [line.order, refundable.refundedQuantity].map(formatCount);
          return (
            <tr key={line._id}>
              <td>{nth + 1}</td>
              <th scope="row">
                <span {...inCatalogue}>{line.productName}</span>
                <span className="refund-lines-brief">
                  {refunded} of {ordered} refunded
                </span>
                <span id={ids.error} role="status" className="block text-error empty:hidden">
                  {error}
                </span>
              </th>
              <td>{ordered}</td>
              <td>{refunded}</td>
              <td>
                <CountInput
                  {...register(`pieces.${nth}`)}
                  aria-label={`Pieces of ${line.productName}`}
                  aria-describedby={error ? `${ids.left} ${ids.error}` : ids.left}
                  aria-invalid={Boolean(error)}
                  className="input-sm"
                />
                <span id={ids.left} className="refund-lines-left">
                  of {formatCount(piecesLeft(refundable, leftCents))}
                  <span className="sr-only"> left to refund</span>
                </span>
              </td>
              <td>{cents === 0 ? '–' : formatCents(cents)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
