import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { LinesView } from '../pad.ts';
import { columnsOf, headingOf } from './columns.ts';
import { gridRole, headRole, ROWS, rowRole } from './roles.ts';
import { GridRow } from './row.tsx';
import { NEW, useCells } from './use-cells.ts';
import { useClipboard } from './use-clipboard.ts';
import { useCommands } from './use-commands.ts';
import { useRows } from './use-rows.ts';

/** Pixels of a row that needs nothing. */
const ROW = 48;

/**
 * The lines as a spreadsheet, by the grid pattern of the W3C (https://www.w3.org/WAI/ARIA/apg/patterns/grid/): one cell has the
 * focus, and keys move it. Below the last line is a row for a further one.
 */
export function Grid({ lines, boards, shown, pad, toProblem, toLine }: LinesView) {
  const columns = columnsOf(shown);
  const cells = useCells(lines, columns);
  const { active, row, column, editing, range, isRange } = cells;
  const grid = useRef<HTMLDivElement>(null);
  const { onKeyDown, commit, leaveBy, goToProblem } = useCommands({
    lines,
    boards,
    columns,
    cells,
    pad,
    grid,
  });
  const { onCopy, onCut, onPaste, onPasteText } = useClipboard({ lines, boards, columns, cells, pad });
  const { body, items, measure, height } = useRows({
    count: lines.length + 1,
    height: ROW,
    kept: row,
    keyOf: (index) => lines[index]?.line._id ?? NEW,
  });
  const isHeld = useHeld(grid);
  useEffect(() => {
    toProblem.current = (direction) => {
      isHeld.current = true;
      goToProblem(direction);
    };
    toLine.current = cells.goToLine;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: lines that change may have replaced the cell, or what had the focus in it
  useLayoutEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>('[data-active]');
    if (!isHeld.current || editing || !cell || cell.contains(document.activeElement)) return;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active.row, active.column, row, editing, lines]);

  return (
    <>
      <span ref={leaveBy.start} tabIndex={-1} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has the role of a grid, see roles.ts */}
      <div
        ref={grid}
        {...gridRole(lines.length + 2, columns.length)}
        className="pad-grid num"
        data-columns={columns.join(' ')}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onCut={onCut}
        onPaste={onPaste}
      >
        <div {...ROWS} className="pad-head">
          <div {...rowRole(1)} className="pad-row">
            {columns.map((key, n) => (
              <div key={key} {...headRole(n + 1)} className={`pad-cell pad-${key}`}>
                {headingOf(key)}
              </div>
            ))}
          </div>
        </div>
        <div ref={body} {...ROWS} className="pad-rows" style={{ height }}>
          {items.map(({ index, y }) => {
            const isInRange = isRange && index >= range.rows[0] && index <= range.rows[1];
            return (
              <GridRow
                key={lines[index]?.line._id ?? NEW}
                index={index}
                y={y}
                columns={columns}
                pad={pad}
                measure={measure}
                priced={lines[index]}
                lines={lines}
                active={index === row ? columns[column] : undefined}
                editing={index === row ? editing : undefined}
                from={isInRange ? range.columns[0] : undefined}
                to={isInRange ? range.columns[1] : undefined}
                onGoTo={cells.goTo}
                onEdit={cells.edit}
                onCommit={commit}
                onPaste={onPasteText}
              />
            );
          })}
        </div>
      </div>
      <span ref={leaveBy.end} tabIndex={-1} />
    </>
  );
}

/** Whether the grid has the focus, or had it when the element that had it was removed. */
function useHeld(grid: RefObject<HTMLDivElement | null>) {
  const isHeld = useRef(false);
  useEffect(() => {
    const look = ({ target }: Event) => {
      isHeld.current = grid.current?.contains(target as Node) === true;
    };
    document.addEventListener('focusin', look);
    document.addEventListener('pointerdown', look);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('pointerdown', look);
    };
  }, [grid]);
  return isHeld;
}
