/** Columns of stock that say whether a part is there, and not how many of it. Pure. */
import type { ColumnAsk } from '#contract/imports/schema.ts';
import type { Cell } from './cells.ts';
import type { Matched } from './headers.ts';

/** Words of cells that say whether a part is there, and not how many. */
const AVAILABILITY = new Set(['', '0', '1', 'yes', 'no', 'true', 'false', 'backorder']);

/** Leaves out columns that say whether a part is in stock, where another says how much of it is. */
export function leaveAvailability(
  { columns, unknown, asks }: Pick<Matched, 'columns' | 'unknown' | 'asks'>,
  rows: readonly { cells: Cell[] }[],
): void {
  const isStock = ({ kind, field }: ColumnAsk) => kind === 'field' && field === undefined;
  const saysNumber = ({ columns: [name] }: ColumnAsk) => {
    const place = columns.findIndex(({ column }) => column === name);
    return rows.some(
      ({ cells }) =>
        !AVAILABILITY.has(
          String(cells[place] ?? '')
            .trim()
            .toLowerCase(),
        ),
    );
  };
  const stock = asks.filter(isStock);
  const isKnown = columns.some(({ field }) => field === 'counted' || field === 'added');
  if (!isKnown && !stock.some(saysNumber)) return;
  for (const ask of stock.filter((one) => !saysNumber(one))) {
    asks.splice(asks.indexOf(ask), 1);
    unknown.splice(unknown.indexOf(ask.columns[0]!), 1);
  }
}
