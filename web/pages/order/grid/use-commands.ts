import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { put } from '#contract/lists/ops.ts';
import { newLine } from '../../../basket/cart/cart.ts';
import { needWords } from '../../../basket/matching/need-words.ts';
import type { PricedLine } from '../../../basket/matching/priced.ts';
import type { Pad } from '../pad.ts';
import { type ColumnKey, isTyped, readTyped, textOf } from './columns.ts';
import { type Command, commandOf } from './keys.ts';
import { type Change, clearCells, joinLines, moveLine, removeLines, takeAdvice } from './operations.ts';
import { mendingColumn, nextProblem, type Stop, stopAt } from './problems.ts';
import type { Cells } from './use-cells.ts';

interface Options {
  lines: readonly PricedLine[];
  boards: number | null;
  columns: readonly ColumnKey[];
  cells: Cells;
  pad: Pad;
  grid: RefObject<HTMLDivElement | null>;
}

/** Commands that work also while something within a cell has the focus. */
const ANYWHERE: readonly Command['do'][] = [
  'problem',
  'remedy',
  'advice',
  'allAdvice',
  'confirmAll',
  'join',
  'checkout',
  'leave',
  'tab',
];

/** Commands that go from a button within a cell as from the cell. */
const FROM_BUTTONS: readonly Command['do'][] = ['move', 'page', 'edge', 'undo', 'redo', 'help'];

/** Returns what keys do in the grid, and what takes in the text of a cell. */
export function useCommands({ lines, boards, columns, cells, pad, grid }: Options) {
  const { row, column, range } = cells;
  const priced = lines[row];
  const key = columns[column]!;
  const lastColumn = columns.length - 1;
  const start = useRef<HTMLSpanElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const isLeaving = useRef(false);
  const lastStop = useRef<Stop>(undefined);

  const chosen = () => lines.slice(range.rows[0], range.rows[1] + 1);

  /** Runs a command. Returns false when the key is the browser's after all. */
  function run(command: Command): boolean {
    switch (command.do) {
      case 'move':
        cells.goTo(row + command.rows, column + command.columns, command.extends);
        return true;
      case 'page':
        cells.goTo(row + command.direction * rowsOfScreen(grid.current), column, command.extends);
        return true;
      case 'edge': {
        const isStart = command.at === 'start';
        const toRow = command.of === 'row' ? row : isStart ? 0 : lines.length;
        cells.goTo(toRow, isStart ? 0 : lastColumn, command.extends);
        return true;
      }
      case 'tab': {
        const next = isLeaving.current ? undefined : cells.nextTyped(command.direction);
        if (next) cells.goTo(...next);
        // From here the browser goes on to what follows the grid.
        else (command.direction === 1 ? end : start).current?.focus();
        return next !== undefined;
      }
      case 'edit':
        return edit(command.with);
      case 'problem':
        goToProblem(command.direction);
        return true;
      case 'remedy':
        remedies()[command.n - 1]?.click();
        return true;
      case 'moveRow':
        pad.apply(moveLine(lines, row, command.direction));
        return true;
      case 'selectAll':
        if (lines.length > 0) cells.select([lines.length - 1, lastColumn], [0, 0]);
        return true;
      case 'selectRow':
        cells.select([row, lastColumn], [row, 0]);
        return true;
      case 'leave':
        leave();
        return true;
      default:
        runOnOrder(command.do);
        return true;
    }
  }

  function runOnOrder(name: Exclude<Command['do'], 'move'>): void {
    const change: Partial<Record<typeof name, () => Change | undefined>> = {
      clear: () => clearCells(chosen(), columns.slice(range.columns[0], range.columns[1] + 1), boards),
      removeRows: () => removeLines(chosen()),
      advice: () => takeAdvice(chosen()),
      join() {
        const joined = priced && joinLines(lines, priced);
        if (!joined || 'ops' in joined) return joined;
        // The row says it too.
        pad.say(joined.refusal);
        return undefined;
      },
    };
    if (change[name]) pad.apply(change[name]());
    else if (name === 'undo' || name === 'redo') pad[name]();
    else if (name === 'allAdvice') pad.takeAllAdvice();
    else if (name === 'confirmAll') pad.confirmAll();
    else if (name === 'checkout') pad.checkout();
    else if (name === 'help') pad.showKeys();
  }

  /** Opens a cell. What is typed in the row below the last line is a part, wherever it is typed. */
  function edit(typed: string | undefined): boolean {
    if (!priced) {
      if (typed === ' ') return false;
      cells.goTo(row, columns.indexOf('part'));
      cells.edit({ text: typed ?? '', wasTyped: typed !== undefined });
      return true;
    }
    if (isTyped(key)) {
      cells.edit({ text: typed ?? textOf(priced, key), wasTyped: typed !== undefined });
      return true;
    }
    if (key !== 'problem') return false;
    if (/^\d?$/.test(typed ?? '') && mendingColumn(priced) === 'quantity') {
      cells.goTo(row, columns.indexOf('quantity'));
      cells.edit({ text: typed ?? '', wasTyped: typed !== undefined });
      return true;
    }
    const [first] = remedies();
    if (typed === undefined && first?.matches('[data-enter]')) first.click();
    else if (typed === undefined) first?.focus();
    else remedies()[Number(typed) - 1]?.click();
    return first !== undefined;
  }

  /** The buttons and fields of the line's last cell. */
  function remedies(): HTMLElement[] {
    const cell = grid.current?.querySelector('[aria-rowindex][data-current] .pad-problem');
    return [...(cell?.querySelectorAll<HTMLElement>('button, input, a[href]') ?? [])];
  }

  function goToProblem(direction: 1 | -1): void {
    const at = nextProblem(lines, row, direction, lastStop.current);
    if (at === undefined) return void pad.say('No line needs attention.');
    const next = lines[at]!;
    lastStop.current = stopAt(next);
    cells.goTo(at, columns.indexOf(mendingColumn(next)));
    pad.say(`Line ${next.n}: ${needWords(next)}`);
  }

  function leave(): void {
    const cell = grid.current?.querySelector<HTMLElement>('[data-active]');
    if (cell && cell !== document.activeElement) cell.focus();
    else if (cells.isRange) cells.goTo(row, column);
    else {
      isLeaving.current = true;
      pad.say('Tab leaves the list.');
    }
  }

  /**
   * Takes in what was typed into the active cell, then runs a command. Returns why it cannot be taken: the cell stays open.
   */
  function commit(text: string, then?: Command): string | undefined {
    if (!isTyped(key)) return undefined;
    const typed = readTyped(key, text, priced?.line, boards);
    if ('fault' in typed) {
      pad.say(typed.fault);
      return typed.fault;
    }
    cells.edit(undefined);
    if (!priced) return add(text, typed.fields, then);
    const { line, n } = priced;
    if (text.trim() !== textOf(priced, key))
      pad.apply({ words: `Changed line ${n}`, ops: [put(line, typed.fields)] });
    // Below the last line the next one is typed.
    if (then?.do === 'move' && row + then.rows >= lines.length)
      cells.goTo(lines.length, columns.indexOf('part'));
    else if (then) run(then);
    return undefined;
  }

  function add(text: string, fields: object, then: Command | undefined): undefined {
    if (text.trim() !== '') {
      const line = newLine(fields);
      pad.apply({ words: `Added line ${lines.length + 1}`, ops: [{ op: 'put', line }] });
      if (then?.do === 'tab' && then.direction === 1) {
        cells.goToNew(line._id);
        return undefined;
      }
    }
    if (then && (then.do !== 'move' || then.rows < 0)) run(then);
    return undefined;
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    const command = commandOf(event);
    const wasLeaving = isLeaving.current;
    if (command?.do !== 'tab') isLeaving.current = false;
    if (!command) return;
    if (!target.matches('[data-cell]')) {
      if (!ANYWHERE.includes(command.do)) {
        if (walk(event, target) || !target.matches('button, a') || !FROM_BUTTONS.includes(command.do)) return;
        toActiveCell();
      }
    } else if (command.do === 'leave' && wasLeaving) return;
    if (run(command)) event.preventDefault();
  }

  function toActiveCell(): void {
    grid.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true });
  }

  /** Arrows go from one button of a cell to the next, at the ends of which they are the grid's. */
  function walk(event: KeyboardEvent, target: HTMLElement): boolean {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || target.localName !== 'button') return false;
    const all = remedies();
    const next = all[all.indexOf(target) + step];
    if (!next) return false;
    event.preventDefault();
    next.focus();
    return true;
  }

  return { onKeyDown, commit, goToProblem, leaveBy: { start, end } };
}

/** Rows of a screen, without what sticks above and below them. */
function rowsOfScreen(grid: HTMLElement | null): number {
  const height = grid?.querySelector('[data-cell]')?.clientHeight || 48;
  return Math.max(1, Math.floor((window.innerHeight - 200) / height));
}
