import type { Paper } from '#contract/documents/schema.ts';
import { INK, MUTED } from './document.ts';
import type { Style } from './type.ts';

/** In points. */
export const PAPERS: Record<Paper, [width: number, height: number]> = {
  a4: [595.28, 841.89],
  letter: [612, 792],
};
export const MARGIN = 44;

export const TITLE: Style = { font: 'bold', size: 17, color: INK };
export const NAME: Style = { font: 'bold', size: 14, color: INK };
export const STRONG: Style = { font: 'bold', size: 8.5, color: INK };
export const PLAIN: Style = { font: 'regular', size: 8.5, color: INK };
export const LABEL: Style = { font: 'regular', size: 8.5, color: MUTED };
export const HEADING: Style = { font: 'bold', size: 7.5, color: MUTED };
export const DETAIL: Style = { font: 'regular', size: 7.5, color: MUTED };
export const SMALL: Style = { font: 'regular', size: 7, color: MUTED };
export const SUM: Style = { font: 'bold', size: 11, color: INK };
