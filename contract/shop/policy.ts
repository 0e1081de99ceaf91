import { type Monitor, staffOnly } from '../kernel/reach.ts';

export const shopPolicy = {
  /** The pages of the shop's day, which are not for customers. */
  'shop.work': staffOnly,
  'metrics.read': (_who: Monitor) => 'all' as const,
};
