import { openList } from '../../stored-list.ts';

export const FOLDED = 'folded';

/** Whether staff have folded the menu of the dashboard, in this browser. */
export const folding = openList({ key: 'dashboard menu', most: 1, isEntry: (text) => text === FOLDED });
