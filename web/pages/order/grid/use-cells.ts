import { useCallback, useState } from 'react';
import type { PricedLine } from '../../../basket/matching/priced.ts';
import { type ColumnKey, isTyped } from './columns.ts';

/** The row below the last line, into which a further one is typed. */
export const NEW = 'new';

export interface Cell {
  /** The line's id, or NEW. */
  row: string;
  column: ColumnKey;
}

export interface Editing {
  /** What the cell holds when it is opened. */
  text: string;
  /** Opened by a letter, so that arrows leave it. */
  wasTyped: boolean;
}

interface State {
  active: Cell;
  /** Where the selection began. */
  anchor: Cell | undefined;
  editing: Editing | undefined;
}

/** Rows and columns, from and to, that are selected. */
export interface Range {
  rows: [from: number, to: number];
  columns: [from: number, to: number];
}

/** The active cell, the selection that ends there, and whether it is edited. */
export function useCells(lines: readonly PricedLine[], columns: readonly ColumnKey[]) {
  const [state, setState] = useState<State>({
    active: { row: NEW, column: 'part' },
    anchor: undefined,
    editing: undefined,
  });
  const [last, setLast] = useState({ row: 0, count: lines.length });
  const rowOf = (cell: Cell) => {
    const at = lines.findIndex(({ line }) => line._id === cell.row);
    // Its line is gone: the one that has its place.
    return at >= 0 ? at : cell.row === NEW ? lines.length : Math.min(last.row, lines.length);
  };
  const columnOf = (cell: Cell) => Math.max(0, columns.indexOf(cell.column));
  const row = rowOf(state.active);
  if (row !== last.row || lines.length !== last.count) {
    setLast({ row, count: lines.length });
    // Several lines at once: the first of them, as in a spreadsheet.
    if (state.active.row === NEW && lines.length > last.count + 1)
      setState({ ...state, active: { row: lines[last.count]!.line._id, column: 'part' } });
  }
  const column = columnOf(state.active);

  const cellAt = (toRow: number, toColumn: number): Cell => ({
    row: lines[Math.min(Math.max(toRow, 0), lines.length)]?.line._id ?? NEW,
    column: columns[Math.min(Math.max(toColumn, 0), columns.length - 1)]!,
  });

  const anchorRow = state.anchor ? rowOf(state.anchor) : row;
  const anchorColumn = state.anchor ? columnOf(state.anchor) : column;
  const range: Range = {
    rows: [Math.min(row, anchorRow), Math.max(row, anchorRow)],
    columns: [Math.min(column, anchorColumn), Math.max(column, anchorColumn)],
  };

  /** Makes a cell the active one; `extend` keeps where the selection began. */
  function goTo(toRow: number, toColumn: number, extend = false): void {
    const active = cellAt(toRow, toColumn);
    setState((before) => ({
      active,
      anchor: extend ? (before.anchor ?? before.active) : undefined,
      editing: undefined,
    }));
  }

  /** Goes to a line, which may not be among the lines yet. */
  function goToLine(id: string): void {
    setState(({ active }) => ({ active: { ...active, row: id }, anchor: undefined, editing: undefined }));
  }

  function select(from: [row: number, column: number], to: [row: number, column: number]): void {
    setState({ active: cellAt(...to), anchor: cellAt(...from), editing: undefined });
  }

  /** Goes on from the part of a line that was just added, and is not among the lines yet. */
  function goToNew(id: string): void {
    const next = columns.find((key, n) => isTyped(key) && n > columns.indexOf('part'));
    setState({ active: { row: id, column: next ?? 'part' }, anchor: undefined, editing: undefined });
  }

  /** Returns the next cell that is typed into, to the right and then in the next row; undefined at the ends. */
  function nextTyped(direction: 1 | -1): [row: number, column: number] | undefined {
    let [toRow, toColumn] = [row, column + direction];
    while (toRow >= 0 && toRow <= lines.length) {
      const key = columns[toColumn];
      // Of the row of a new line only its part is typed.
      if (key === undefined) {
        toRow += direction;
        toColumn = direction === 1 ? 0 : columns.length - 1;
      } else if (isTyped(key) && (toRow < lines.length || key === 'part')) return [toRow, toColumn];
      else toColumn += direction;
    }
    return undefined;
  }

  const edit = useCallback(
    (editing: Editing | undefined) => setState((before) => ({ ...before, editing })),
    [],
  );

  const isRange = state.anchor !== undefined && (anchorRow !== row || anchorColumn !== column);
  return { row, column, ...state, range, isRange, goTo, goToLine, goToNew, select, nextTyped, edit };
}

export type Cells = ReturnType<typeof useCells>;
