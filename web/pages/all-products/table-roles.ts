/** Roles of a table's elements, which browsers drop where CSS shows rows as something else, as on a phone. */
export const TABLE = { role: 'table' } as const;
export const ROWS = { role: 'rowgroup' } as const;
export const ROW = { role: 'row' } as const;
export const HEAD = { role: 'columnheader' } as const;
export const CELL = { role: 'cell' } as const;
export const ROW_HEAD = { role: 'rowheader' } as const;
