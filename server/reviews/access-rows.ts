import type { Rows } from '../../tests/access/row.ts';

export const reviewRows: Rows<'listReviews' | 'addReview'> = {
  listReviews: { who: 'anyone' },
  addReview: {
    who: 'everyone signed in',
    arrange: () => ({ body: { ratings: '5', description: 'Good' } }),
  },
};
