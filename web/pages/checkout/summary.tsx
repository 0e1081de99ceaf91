import { useState } from 'react';
import { formatDay } from '#contract/kernel/days.ts';
import { countOf, formatCount, formatMoney, formatPrice } from '#contract/kernel/money.ts';
import { replacedPrice } from '../../basket/matching/priced.ts';
import { Button } from '../../ui/button.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { LineTrouble } from './line-trouble.tsx';
import { type CheckoutLine, priceChangeWords, totalBefore } from './lines.ts';

interface Props {
  lines: readonly CheckoutLine[];
  /** The order that a line goes into where there are several; counted from 1. */
  purchaseOf: (id: string) => number | undefined;
  onLeave: (id: string) => void;
}

/** The id of a line's row. */
export const rowId = (lineId: string) => `line-${lineId}`;

/** So many lines are shown at first, and besides those that something has to be done about. */
const AT_FIRST = 30;

/** What is ordered, line by line, with what is wrong and what mends it. */
export function Summary({ lines, purchaseOf, onLeave }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const needsBuyer = ({ is, was }: CheckoutLine) => is === 'wrong' || is === 'large' || was !== undefined;
  const shown = showsAll ? lines : lines.filter((line, n) => n < AT_FIRST || needsBuyer(line));
  return (
    <section className="sheet" aria-labelledby="checkout-lines">
      <h2 id="checkout-lines" className="checkout-legend px-5 pt-4">
        {countOf(lines.length, 'line')}
      </h2>
      <table className="checkout-table">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col" className="number">
              Unit price
            </th>
            <th scope="col" className="number">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <SummaryRow
              key={line.line._id}
              line={line}
              purchase={purchaseOf(line.line._id)}
              onLeave={onLeave}
            />
          ))}
        </tbody>
      </table>
      {shown.length < lines.length && (
        <p className="p-4">
          <Button onClick={() => setShowsAll(true)}>Show all {formatCount(lines.length)} lines</Button>
        </p>
      )}
    </section>
  );
}

interface RowProps {
  line: CheckoutLine;
  purchase: number | undefined;
  onLeave: Props['onLeave'];
}

function SummaryRow({ line: checkoutLine, purchase, onLeave }: RowProps) {
  const { line, part, unitPrice, total, was, is } = checkoutLine;
  const { quantity, raw } = line;
  const customerRef = line.customerRef ?? part?.ownNumber;
  const listPrice = replacedPrice(part, unitPrice);
  return (
    <tr id={rowId(line._id)} tabIndex={-1} data-is={is}>
      <th scope="row">
        {part ? (
          <>
            <span {...inCatalogue} className="block font-medium">
              {part.name}
            </span>
            <span className="id text-muted">{part.sku}</span>
          </>
        ) : (
          <span className="block font-medium">{raw || 'A part that is not on sale'}</span>
        )}
        {customerRef && <span className="ms-3 text-muted text-xs">Your no. {customerRef}</span>}
        {purchase !== undefined && <span className="badge badge-sm ms-3">Order {purchase}</span>}
        <span className="block text-muted text-xs">{dateOf(checkoutLine)}</span>
        {was && <p className="finding">The price {priceChangeWords(checkoutLine)}.</p>}
        <LineTrouble line={checkoutLine} onLeave={() => onLeave(line._id)} />
      </th>
      <td className="number" data-label="Quantity">
        {quantity ? formatCount(quantity) : '–'}
      </td>
      <td className="number" data-label="Unit price">
        {unitPrice === undefined ? '–' : formatPrice(unitPrice)}
        {listPrice !== undefined && (
          <span className="block text-muted text-xs">{formatPrice(listPrice)} list price</span>
        )}
      </td>
      <td className="number font-medium" data-label="Total">
        {was && (
          <s className="block font-normal text-muted text-xs">{formatMoney(totalBefore([checkoutLine]))}</s>
        )}
        {unitPrice === undefined ? '–' : formatMoney(total)}
      </td>
    </tr>
  );
}

/** When the pieces of a line can leave, as far as it is known. */
function dateOf({ line, part, is }: CheckoutLine): string {
  if (is === 'checking') return 'Checking price and stock…';
  if (line.receiptDate) return `Expected on ${formatDay(line.receiptDate)}`;
  if (!part || is === 'wrong') return '';
  return 'In stock';
}
