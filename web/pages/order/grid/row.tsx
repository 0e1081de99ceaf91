import type { MouseEvent } from 'react';
import { InCell } from '../../../basket/matching/in-cell.ts';
import type { PricedLine } from '../../../basket/matching/priced.ts';
import type { Pad } from '../pad.ts';
import { ToDo } from '../to-do.tsx';
import { CellEditor } from './cell-editor.tsx';
import { PartCell, PriceCell, StockCell } from './cells.tsx';
import { type ColumnKey, headingOf, isTyped, shownOf, textOf } from './columns.ts';
import type { Command } from './keys.ts';
import { cellRole, rowRole } from './roles.ts';
import type { Editing } from './use-cells.ts';

interface Props {
  /** Its place, from 0. */
  index: number;
  /** Pixels from the first row, where not all rows are in the document. */
  y: number | undefined;
  measure: ((element: HTMLElement | null) => void) | undefined;
  /** None in the row below the last line. */
  priced: PricedLine | undefined;
  lines: readonly PricedLine[];
  columns: readonly ColumnKey[];
  /** The active column, in the active row. */
  active: ColumnKey | undefined;
  editing: Editing | undefined;
  /** The columns of the selection, where the row is in it. */
  from: number | undefined;
  to: number | undefined;
  pad: Pad;
  onGoTo: (row: number, column: number, extend?: boolean) => void;
  onEdit: (editing: Editing | undefined) => void;
  onCommit: (text: string, then?: Command) => string | undefined;
  onPaste: (text: string) => void;
}

/** One row of the grid. */
export function GridRow(props: Props) {
  const { index, y, measure, priced, columns, active, editing, from = 0, to = -1 } = props;
  const { onGoTo, onEdit, onCommit, onPaste } = props;

  /** A click makes a cell the active one; one more opens it. */
  function onMouseDown(event: MouseEvent, key: ColumnKey, at: number): void {
    if (event.button !== 0 || (event.target as Element).closest('button, input, a, select')) return;
    if (key === active && editing) return;
    if (key === active && isTyped(key) && !event.shiftKey) open(event);
    else onGoTo(index, at, event.shiftKey);
  }

  function open(event: MouseEvent): void {
    event.preventDefault();
    const text = priced && active ? textOf(priced, active) : '';
    onEdit({ text, wasTyped: false });
  }

  return (
    <div
      {...rowRole(index + 2)}
      ref={measure}
      data-index={index}
      data-current={active ? '' : undefined}
      data-need={priced?.need}
      className={`pad-row ${priced ? '' : 'pad-new'}`}
      style={y === undefined ? undefined : { position: 'absolute', insetInline: 0, top: y }}
    >
      {columns.map((key, at) => {
        const isActive = key === active;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it has the role of a cell, see roles.ts
          <div
            key={key}
            {...cellRole(at + 1, key === 'part')}
            data-cell=""
            data-label={headingOf(key)}
            data-active={isActive ? '' : undefined}
            {...cellState(isActive || (at >= from && at <= to), isTyped(key))}
            tabIndex={isActive ? 0 : -1}
            className={`pad-cell pad-${key}`}
            onMouseDown={(event: MouseEvent) => onMouseDown(event, key, at)}
          >
            {isActive && editing && isTyped(key) ? (
              <CellEditor
                label={`${headingOf(key)}, line ${index + 1}`}
                editing={editing}
                onCommit={onCommit}
                onPaste={onPaste}
                onCancel={() => onEdit(undefined)}
                isNumber={key !== 'part' && key !== 'customerRef' && key !== 'designators'}
              />
            ) : (
              <Content {...props} column={key} />
            )}
          </div>
        );
      })}
    </div>
  );
}

const cellState = (isSelected: boolean, isTyped: boolean) => ({
  'aria-selected': isSelected,
  'aria-readonly': !isTyped,
});

function Content({
  priced,
  lines,
  column,
  pad,
}: Pick<Props, 'priced' | 'lines' | 'pad'> & { column: ColumnKey }) {
  if (!priced)
    return column === 'part' ? <span className="pad-hint">Part number, or “150 NB-E64”</span> : null;
  switch (column) {
    case 'part':
      return <PartCell priced={priced} />;
    case 'price':
      return <PriceCell priced={priced} />;
    case 'stock':
      return <StockCell priced={priced} />;
    case 'problem':
      return (
        <InCell value={true}>
          <ToDo priced={priced} lines={lines} pad={pad} />
        </InCell>
      );
    case 'customerRef':
    case 'designators':
      return <Typed text={shownOf(priced, column)} />;
    default:
      return shownOf(priced, column);
  }
}

/** A long text: its first lines, and all of it while it is edited. */
function Typed({ text }: { text: string }) {
  return text === '' ? null : (
    <span className="pad-typed" title={text}>
      {text}
    </span>
  );
}
