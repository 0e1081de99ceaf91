/**
 * Roles of the grid's elements with their places in it. It is no table: the browser lays it out by the style sheet, and only a
 * part of its rows is in the document.
 */
export const gridRole = (rows: number, columns: number) => ({
  role: 'grid',
  'aria-label': 'Lines of the order',
  'aria-describedby': 'pad-keys-hint',
  'aria-rowcount': rows,
  'aria-colcount': columns,
  'aria-multiselectable': true,
});
export const ROWS = { role: 'rowgroup' };
export const rowRole = (index: number) => ({ role: 'row', 'aria-rowindex': index });
export const headRole = (index: number) => ({ role: 'columnheader', 'aria-colindex': index });
export const cellRole = (index: number, isLead: boolean) => ({
  role: isLead ? 'rowheader' : 'gridcell',
  'aria-colindex': index,
});
export const listRole = { role: 'list', 'aria-label': 'Lines of the order' };
export const itemRole = (index: number, count: number) => ({
  role: 'listitem',
  'aria-posinset': index,
  'aria-setsize': count,
});
