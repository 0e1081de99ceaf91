import { formatCount } from '#contract/money.ts';
import type { Movement } from '#contract/stock.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { EntryCells, OrderLink } from '../log/cells.tsx';
import { signed } from './signed.ts';

/** The columns of a ledger. */
export const LEDGER_COLUMNS: Column[] = [
  'When',
  ['What', 'w-1/3'],
  ['Who', 'wide w-1/5'],
  'Order',
  ['Change', 'number'],
  ['On sale after it', 'number'],
];

/** A movement, with what was on sale after it. */
export function MovementRow({ entry }: { entry: Movement }) {
  return (
    <tr>
      <EntryCells entry={entry} />
      <td data-label="Order" className={`align-top ${entry.orderId ? '' : 'max-md:hidden!'}`}>
        {entry.orderId ? <OrderLink entry={entry} /> : <span className="text-muted">–</span>}
      </td>
      <td data-label="Change" className="number align-top">
        {signed(entry.change)}
      </td>
      <td data-label="On sale after it" className="number align-top font-medium">
        {formatCount(entry.balance)}
      </td>
    </tr>
  );
}
