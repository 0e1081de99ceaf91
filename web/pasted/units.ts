/** Columns that say what quantities count. Pure. */
import { isPackageWord, isPiecesWord } from '#contract/count-words.ts';

/** Returns whether a unit is of single pieces. */
export const isPiecesUnit = (unit: string) => isPiecesWord(unit.trim());

/** Returns whether a cell is a unit of pieces or packages, and nothing else. */
export const isUnit = (cell: string) => isPiecesWord(cell.trim()) || isPackageWord(cell.trim());
