import { openShelf, useKept } from '../../../../kept.ts';
import { isSheet, type Sheet } from './sheet.ts';

/** 500 lines of the longest names. */
const LONGEST = 400_000;

/** The stock-take of the signed-in person, in all tabs of this browser. */
const shelf = openShelf('localStorage', 'stock-take', isSheet, LONGEST);
const ID = 'sheet';

export const useSheet = (): Sheet | undefined => useKept(shelf, ID);

/** Returns the sheet as it is now, in whatever tab it was changed last. */
export const getSheet = (): Sheet | undefined => shelf.get(ID);

export const keepSheet = (sheet: Sheet | undefined): void => shelf.set(ID, sheet);
