import type { ReviewCalls } from '../../../server/reviews/routes.ts';
import type { Rows, Stage } from '../row.ts';

async function freshReview({ shop, customer }: Stage) {
  const body = { ratings: '5', description: 'Good' };
  return {
    params: { id: (await shop.call('POST /reviews', { token: customer.token, body })).body.insertedId },
  };
}

export const reviewRows: Rows<ReviewCalls> = {
  listReviews: { who: 'anyone' },
  hideReview: {
    who: 'staff',
    arrange: async (stage) => ({ ...(await freshReview(stage)), body: { why: 'It names a person.' } }),
  },
  restoreReview: {
    who: 'staff',
    arrange: async (stage) => ({
      ...(await freshReview(stage)),
      body: { why: 'The name is the company’s.' },
    }),
  },
  listDeskReviews: { who: 'staff' },
  addReview: {
    who: 'everyone signed in',
    arrange: () => ({ body: { ratings: '5', description: 'Good' } }),
  },
};
