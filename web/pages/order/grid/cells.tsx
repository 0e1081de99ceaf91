import { Link } from 'react-router';
import { partPath } from '#contract/kernel/addresses.ts';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { piecesFor } from '#contract/matching/judge.ts';
import type { Match } from '#contract/matching/schema.ts';
import { columnsOf } from '../../../basket/matching/asked.ts';
import { type PricedLine, replacedPrice } from '../../../basket/matching/priced.ts';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { supplyOf, supplyOn } from '../supply.ts';

interface Props {
  priced: PricedLine;
}

/** The part of a line, and what was typed where that is something else. */
export function PartCell({ priced: { line, part, state } }: Props) {
  const raw = line.raw?.trim() ?? '';
  const { mpn, sku, text } = columnsOf(line)?.part ?? {};
  // Among the cells of a row, these say which part it is.
  const named = mpn || sku || text || raw;
  if (!part)
    return (
      <span className="pad-raw">
        {named || <span className="pad-hint">No part yet</span>}
        {named !== raw && <span className="pad-note">{raw}</span>}
        {state?.state === 'waiting' && raw && <span className="pad-note">Looking for it…</span>}
      </span>
    );
  const isTypedElse = raw !== '' && !raw.toUpperCase().includes(part.sku.toUpperCase());
  const how = columnsOf(line)?.how ?? howOfText(state?.match);
  return (
    <span className="pad-found">
      <span className="pad-picture">
        <ProductPicture image={part.image} alt="" sizes="54px" />
      </span>
      <span className="min-w-0">
        <Link to={partPath(part.sku)} tabIndex={-1} {...inCatalogue} className="pad-name" title={part.name}>
          {part.name}
        </Link>
        <span className="pad-note" title={how && `Read as ${how}, of “${raw}”`}>
          <span className="id">{part.sku}</span>
          {isTypedElse && (
            <span title={how ? undefined : raw}>
              {' '}
              {state?.match?.by ? 'by your number in' : 'for'} “{raw}”
            </span>
          )}
        </span>
      </span>
    </span>
  );
}

/** Returns what of a text names the part and what says the quantity; undefined where it is not known or nothing else stands there. */
function howOfText(match: Match | undefined): string | undefined {
  const { part, quantity } = match?.how ?? {};
  return (
    part &&
    [part, quantity]
      .filter((text) => text !== undefined)
      .map((text) => `“${text}”`)
      .join(' and ')
  );
}

/** The price of a piece at the line's quantity, the list price that a buyer's own replaces, and from which quantity it falls. */
export function PriceCell({ priced: { unitPrice, next, part } }: Props) {
  if (unitPrice === undefined) return null;
  const listPrice = replacedPrice(part, unitPrice);
  return (
    <>
      {formatPrice(unitPrice)}
      {listPrice !== undefined && <span className="pad-note">{formatPrice(listPrice)} list price</span>}
      {next && (
        <span className="pad-note">
          from {formatCount(next.from)}: {formatPrice(next.price)}
        </span>
      )}
    </>
  );
}

/** What is in stock, and when the rest comes. */
export function StockCell({ priced: { part, line } }: Props) {
  if (!part) return null;
  const { receiptDate, quantity } = line;
  const { now, later, isEnough } = receiptDate
    ? supplyOn(receiptDate, piecesFor(part, receiptDate), quantity ?? 0)
    : supplyOf(part, quantity ?? 0);
  return (
    <>
      <span className={isEnough ? undefined : 'text-error'}>{now}</span>
      {later.map((words) => (
        <span key={words} className="pad-note">
          {words}
        </span>
      ))}
    </>
  );
}
