import { adminsOnly } from '../reach.ts';

export const productPolicy = {
  'product.add': adminsOnly,
  'product.change': adminsOnly,
  'product.remove': adminsOnly,
};
