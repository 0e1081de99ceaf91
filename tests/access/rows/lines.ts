import type { Rows } from '../row.ts';

export const lineRows: Rows<'matchLines' | 'findCells'> = {
  matchLines: {
    who: 'anyone',
    arrange: ({ till }) => ({ body: { lines: [{ text: `200 x ${till.product.sku}` }] } }),
  },
  findCells: { who: 'anyone', arrange: ({ till }) => ({ body: { cells: [till.product.sku] } }) },
};
