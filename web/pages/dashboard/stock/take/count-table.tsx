import { type KeyboardEvent, memo } from 'react';
import { CountInput } from '../../../../ui/count-input.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { inCatalogue } from '../../../../ui/written.ts';
import { getSheet, keepSheet } from './kept-sheet.ts';
import { LONGEST_COUNT, type Sheet, type SheetLine, withCount } from './sheet.ts';

/** The parts in the order of their bins, with a field for each count. Enter and the arrows move from field to field. */
export function CountTable({ sheet }: { sheet: Sheet }) {
  return (
    <div className="count-sheet print-only-this">
      <p className="on-paper">Stock-take: {sheet.about}. Counted by ____________________ on ____________</p>
      <DataTable columns={['Bin', 'SKU', 'Part', ['Counted', 'number']]}>
        {sheet.lines.map((line) => (
          <Row key={line.id} line={line} />
        ))}
      </DataTable>
    </div>
  );
}

/** What is typed changes one row only. */
const Row = memo(function Row({ line: { id, sku, name, bin, counted } }: { line: SheetLine }) {
  return (
    <tr>
      <td data-label="Bin" className="num whitespace-nowrap">
        {bin ?? <span className="text-muted">–</span>}
      </td>
      <td data-label="SKU" className="num font-medium">
        {sku}
      </td>
      <td data-label="Part" {...inCatalogue}>
        {name}
      </td>
      <td data-label="Counted" className="number md:w-36">
        <CountInput
          className="input-sm"
          aria-label={`Counted of ${sku}`}
          maxLength={LONGEST_COUNT}
          value={counted}
          data-count
          onChange={({ target }) => setCount(id, target.value)}
          onKeyDown={move}
        />
      </td>
    </tr>
  );
}, isAlike);

function isAlike({ line: a }: { line: SheetLine }, { line: b }: { line: SheetLine }): boolean {
  return a.id === b.id && a.counted === b.counted && a.bin === b.bin;
}

export function setCount(id: string, typed: string): void {
  const sheet = getSheet();
  if (sheet) keepSheet(withCount(sheet, id, typed));
}

/** Enter and Arrow Down go to the next count, Arrow Up to the one before. */
function move(event: KeyboardEvent<HTMLInputElement>): void {
  const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-count]')];
  const next = fields[fields.indexOf(event.currentTarget) + by];
  next?.focus();
  next?.select();
}
