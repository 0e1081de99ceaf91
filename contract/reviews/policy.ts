import { adminsOnly, own, staffOnly } from '../kernel/reach.ts';

export const reviewPolicy = {
  'review.write': own,
  'review.hide': staffOnly,
  /** All others see the reviewers' addresses masked. */
  'review.readAddresses': adminsOnly,
};
