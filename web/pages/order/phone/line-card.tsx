import { formatMoney } from '#contract/kernel/money.ts';
import type { PricedLine } from '../../../basket/matching/priced.ts';
import { Button } from '../../../ui/button.tsx';
import { PartCell, PriceCell, StockCell } from '../grid/cells.tsx';
import type { Shown } from '../grid/columns.ts';
import { moveLine, removeLines } from '../grid/operations.ts';
import type { Pad } from '../pad.ts';
import { ToDo } from '../to-do.tsx';
import { LineField } from './line-field.tsx';

interface Props {
  priced: PricedLine;
  lines: readonly PricedLine[];
  boards: number | null;
  shown: Shown;
  pad: Pad;
}

/** One line: its part, quantity and price, what it needs, and behind a heading all else. */
export function LineCard({ priced, lines, boards, shown, pad }: Props) {
  const { n, total, part } = priced;
  const field = { priced, boards, pad };
  return (
    <>
      <div className="pad-card-part">
        <PartCell priced={priced} />
        <span className="pad-card-number">{n}</span>
      </div>
      <div className="pad-card-sum">
        <LineField {...field} column="quantity" />
        <span className="pad-card-price">
          <PriceCell priced={priced} />
        </span>
        <strong>{total !== undefined && formatMoney(total)}</strong>
      </div>
      {part && (
        <p className="pad-card-stock">
          <StockCell priced={priced} />
        </p>
      )}
      <div className="pad-todo">
        <ToDo priced={priced} lines={lines} pad={pad} />
      </div>
      <details className="pad-card-more">
        <summary>
          More<span className="sr-only"> of line {n}</span>
        </summary>
        <div className="pad-card-fields">
          <LineField {...field} column="part" />
          <LineField {...field} column="customerRef" />
          <LineField {...field} column="designators" />
          {shown.build && (
            <>
              <LineField {...field} column="perBoard" />
              <LineField {...field} column="attrition" />
              <LineField {...field} column="leader" />
            </>
          )}
        </div>
        <div className="pad-card-actions">
          <Button small disabled={n === 1} onClick={() => pad.apply(moveLine(lines, n - 1, -1))}>
            Move up
          </Button>
          <Button small disabled={n === lines.length} onClick={() => pad.apply(moveLine(lines, n - 1, 1))}>
            Move down
          </Button>
          <Button small onClick={() => pad.apply(removeLines([priced]))}>
            Remove line {n}
          </Button>
        </div>
      </details>
    </>
  );
}
