import { adminsOnly, type Monitor } from '../reach.ts';

export const shopPolicy = {
  'log.read': adminsOnly,
  'metrics.read': (_who: Monitor) => 'all' as const,
};
