import { adminsOnly, own } from '../reach.ts';

export const reviewPolicy = {
  'review.write': own,
  /** All others see the reviewers' addresses masked. */
  'review.readAddresses': adminsOnly,
};
