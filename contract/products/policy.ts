import { adminsOnly, staffOnly } from '../kernel/reach.ts';

export const productPolicy = {
  /** With a price, as every product has one. */
  'product.add': adminsOnly,
  /** All but its price. */
  'product.change': staffOnly,
  /** Its price and its price breaks. */
  'product.price': adminsOnly,
  'product.remove': staffOnly,
  /** Files have prices, too. */
  'product.import': adminsOnly,
  'product.export': staffOnly,
};
