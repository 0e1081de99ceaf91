import type { Guard } from './guard.ts';

const CHECKS = ['server/database/constraints-people.test.ts'];
const REVIEWS = ['server/reviews/reviews.test.ts'];
const PEOPLE = ['server/accounts/people.test.ts'];
const SECOND_FACTOR = 'server/database/migrations/0055-second-factor.sql';

/** Guards of people, roles, blocked ordering, second factors and hidden reviews in the database, and of what lists show of them. */
export const peopleGuards: Guard[] = [
  {
    name: 'what a customer has paid and has to pay is never below nothing',
    file: 'server/database/migrations/0076-sums-bound.sql',
    code: 'paid_cents >= 0 and unpaid_cents >= 0',
    without: 'true',
    tests: CHECKS,
  },
  {
    name: 'a session has ten tries of a code',
    file: 'server/database/migrations/0065-factor-attempts.sql',
    code: 'factor_attempts between 0 and 10',
    without: 'true',
    tests: CHECKS,
  },
  {
    name: 'who is kept from ordering is so by somebody, since when and why',
    file: 'server/database/migrations/0053-blocks.sql',
    code: 'num_nulls(blocked_at, blocked_by, blocked_why) in (0, 3) and ',
    without: '',
    tests: CHECKS,
  },
  {
    name: 'the reason of a block is bounded',
    file: 'server/database/migrations/0053-blocks.sql',
    code: ' and octet_length(blocked_why) <= 2000',
    without: '',
    tests: CHECKS,
  },
  {
    name: 'a review is hidden by somebody, since when and why',
    file: 'server/database/migrations/0053-reviews.sql',
    code: 'num_nulls(hidden_at, hidden_by, hidden_why) in (0, 3) and ',
    without: '',
    tests: CHECKS,
  },
  {
    name: 'the reason of a hidden review is bounded',
    file: 'server/database/migrations/0053-reviews.sql',
    code: ' and octet_length(hidden_why) <= 2000',
    without: '',
    tests: CHECKS,
  },
  {
    name: 'there are three roles',
    file: 'server/database/migrations/0053-roles.sql',
    code: "check (role in ('customer', 'staff', 'admin'))",
    without: 'check (role is not null)',
    tests: CHECKS,
  },
  {
    name: 'secrets of second factors are bounded',
    file: SECOND_FACTOR,
    code: 'secret text check (octet_length(secret) <= 1000),\n  pending text check (octet_length(pending) <= 1000)',
    without: 'secret text,\n  pending text',
    tests: CHECKS,
  },
  {
    name: 'tried codes are counted up to ten',
    file: SECOND_FACTOR,
    code: ' constraint second_factors_attempts check (attempts between 0 and 10)',
    without: '',
    tests: CHECKS,
  },
  {
    name: 'a recovery code is kept as a hash',
    file: SECOND_FACTOR,
    code: ' check (octet_length(hash) = 32)',
    without: '',
    tests: CHECKS,
  },
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
