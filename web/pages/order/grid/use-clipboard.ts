import type { ClipboardEvent } from 'react';
import { newLine } from '../../../basket/cart/cart.ts';
import type { PricedLine } from '../../../basket/matching/priced.ts';
import type { Pad } from '../pad.ts';
import { fromTabs, toTabs } from './clipboard.ts';
import type { ColumnKey } from './columns.ts';
import { clearCells, fillCells, removeLines } from './operations.ts';
import type { Cells } from './use-cells.ts';

interface Options {
  lines: readonly PricedLine[];
  boards: number | null;
  columns: readonly ColumnKey[];
  cells: Cells;
  pad: Pad;
}

/** Copies cells as text between tabs, and takes in what is pasted: into cells, or as lines. */
export function useClipboard({ lines, boards, columns, cells, pad }: Options) {
  const { range, row, column } = cells;
  const chosenLines = lines.slice(range.rows[0], range.rows[1] + 1);
  const chosenColumns = columns.slice(range.columns[0], range.columns[1] + 1);
  const isWhole = chosenColumns.length === columns.length;

  function onCopy(event: ClipboardEvent): boolean {
    if (!isCell(event.target) || chosenLines.length === 0) return false;
    event.preventDefault();
    event.clipboardData.setData('text/plain', toTabs(chosenLines, chosenColumns));
    pad.say('Copied');
    return true;
  }

  function onCut(event: ClipboardEvent): void {
    if (!onCopy(event)) return;
    pad.apply(isWhole ? removeLines(chosenLines) : clearCells(chosenLines, chosenColumns, boards));
  }

  /** Several lines or cells become lines of the order where parts stand, and cells elsewhere. */
  function onPasteText(text: string): void {
    const block = fromTabs(text);
    const isOne = block.length === 1 && block[0]!.length === 1;
    const isOfParts = columns[column] === 'part' || columns[column] === 'number' || row >= lines.length;
    if (isOfParts && (!isOne || row >= lines.length)) {
      pad.paste(text);
      return;
    }
    const below = lines.slice(row).map(({ line }) => line);
    pad.apply(fillCells(block, below, columns.slice(column), boards, newLine));
  }

  function onPaste(event: ClipboardEvent): void {
    if (!isCell(event.target)) return;
    event.preventDefault();
    onPasteText(event.clipboardData.getData('text/plain'));
  }

  return { onCopy: (event: ClipboardEvent) => void onCopy(event), onCut, onPaste, onPasteText };
}

/** Fields within a cell have a clipboard of their own. */
const isCell = (target: EventTarget) => target instanceof Element && target.matches('[data-cell]');
