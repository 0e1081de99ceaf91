import type { Rows } from '../row.ts';

export const categoryRows: Rows<'listCategories' | 'putCategory' | 'countCategory' | 'removeCategory'> = {
  listCategories: { who: 'anyone' },
  putCategory: {
    who: 'staff',
    arrange: () => ({ params: { slug: 'risers' }, body: { name: 'Risers' } }),
  },
  countCategory: { who: 'staff', arrange: () => ({ params: { slug: 'memory' } }) },
  removeCategory: { who: 'staff', arrange: () => ({ params: { slug: 'no-such-category' } }) },
};
