import { formatCount } from '#contract/money.ts';
import type { Movement } from '#contract/stock.ts';
import type { ListColumn } from '../kit/list-table.tsx';
import { ENTRY_COLUMNS, OrderLink } from '../log/cells.tsx';
import { signed } from '../kit/signed.ts';

/** The columns of a ledger: movements, with what was on sale after each. */
export const LEDGER_COLUMNS: ListColumn<Movement>[] = [
  ...ENTRY_COLUMNS,
  {
    heading: 'Order',
    cellClass: ({ orderId }) => (orderId ? 'align-top' : 'align-top max-md:hidden!'),
    cell: (entry) => (entry.orderId ? <OrderLink entry={entry} /> : <span className="text-muted">–</span>),
  },
  { heading: 'Change', className: 'number', cellClass: 'align-top', cell: ({ change }) => signed(change) },
  {
    heading: 'On sale after it',
    className: 'number',
    cellClass: 'align-top font-medium',
    cell: ({ balance }) => formatCount(balance),
  },
];
