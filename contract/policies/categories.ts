import { adminsOnly } from '../reach.ts';

export const categoryPolicy = {
  'category.change': adminsOnly,
};
