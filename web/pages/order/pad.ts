import type { RefObject } from 'react';
import type { PricedLine } from '../../basket/matching/priced.ts';
import type { Shown } from './grid/columns.ts';
import type { Change } from './grid/operations.ts';

/** Actions that the grid and the list on phones call on the page. */
export interface Pad {
  /** Changes the cart, as one step of undo. Nothing happens for no change. */
  apply: (change: Change | undefined) => void;
  undo: () => void;
  redo: () => void;
  /** Tells screen readers. */
  say: (words: string) => void;
  /** Adds what a buyer pastes: lines of a mail, cells of a spreadsheet. */
  paste: (text: string) => void;
  takeAllAdvice: () => void;
  /** Confirms all lines that are probably right. */
  confirmAll: () => void;
  checkout: () => void;
  showKeys: () => void;
}

/** What the grid and the list on phones show. */
export interface LinesView {
  lines: readonly PricedLine[];
  boards: number | null;
  shown: Shown;
  pad: Pad;
  /** Gets what goes to the next or previous line that needs somebody. */
  toProblem: RefObject<(direction: 1 | -1) => void>;
  /** Gets what goes to a line. */
  toLine: RefObject<(id: string) => void>;
}
