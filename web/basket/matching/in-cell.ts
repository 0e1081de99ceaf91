import { createContext, useContext } from 'react';

/** Whether buttons and fields are within a cell of the grid, which is one tab stop: keys of the cell go into them. */
export const InCell = createContext(false);

/** Returns the `tabIndex` of a button or field of a line. */
export const useTabStop = () => (useContext(InCell) ? -1 : undefined);
