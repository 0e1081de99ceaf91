import { adminsOnly } from '../kernel/reach.ts';

export const settingPolicy = {
  /** What the owner of a shop sets, and what was set before. */
  'settings.read': adminsOnly,
  'settings.change': adminsOnly,
};
