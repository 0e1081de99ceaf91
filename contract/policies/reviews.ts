import { adminsOnly, own } from '../reach.ts';

export const reviewPolicy = {
  'review.write': own,
  /** Everybody else sees the reviewers' addresses masked. */
  'review.readAddresses': adminsOnly,
};
