import type { Guard } from './guard.ts';

const REVIEWS = ['server/reviews/reviews.test.ts'];
const PEOPLE = ['server/accounts/people.test.ts'];

/** Guards of people, roles, blocked ordering, second factors and hidden reviews in the database, and of what lists show of them. */
export const peopleGuards: Guard[] = [
  {
    name: 'a hidden review is in no list of buyers and visitors',
    file: 'server/reviews/queries.ts',
    code: "selectReviews(db).where('hidden_at', 'is', null)",
    without: 'selectReviews(db)',
    tests: REVIEWS,
  },
  {
    name: 'a hidden review is not counted for buyers and visitors',
    file: 'server/reviews/queries.ts',
    code: "    .where('hidden_at', 'is', null)\n    .select((e)",
    without: '    .select((e)',
    tests: REVIEWS,
  },
  {
    name: 'only who may read addresses finds reviews by them',
    file: 'server/reviews/queries.ts',
    code: `or \${byAddress}::boolean and `,
    without: `or \${byAddress}::boolean is not null and `,
    tests: REVIEWS,
  },
  {
    name: 'staff see the addresses of reviews masked',
    file: 'server/reviews/routes.ts',
    code: 'byAddress ? reviews : reviews.map(masked)',
    without: 'reviews',
    tests: REVIEWS,
  },
  {
    name: 'a review is hidden once',
    file: 'server/reviews/queries.ts',
    code: "    .where('hidden_at', isHiding ? 'is' : 'is not', null)\n",
    without: '',
    tests: REVIEWS,
  },
  {
    name: 'a person is let order again once',
    file: 'server/accounts/people.ts',
    code: ' and blocked_at is not null',
    without: '',
    tests: PEOPLE,
  },
  {
    name: 'wrong passwords of who changes theirs count for the account',
    file: 'server/limits/provider.ts',
    code: "  '/change-password',\n",
    without: '',
    tests: ['server/limits/limits.test.ts'],
  },
];
