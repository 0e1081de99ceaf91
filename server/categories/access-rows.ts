import type { Rows } from '../../tests/access/row.ts';

export const categoryRows: Rows<'listCategories' | 'putCategory' | 'removeCategory'> = {
  listCategories: { who: 'anyone' },
  putCategory: {
    who: 'admins',
    arrange: () => ({ params: { slug: 'risers' }, body: { name: 'Risers' } }),
  },
  removeCategory: { who: 'admins', arrange: () => ({ params: { slug: 'no-such-category' } }) },
};
