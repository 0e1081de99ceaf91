import { staffOnly } from '../reach.ts';

export const productPolicy = {
  'product.add': staffOnly,
  'product.change': staffOnly,
  'product.remove': staffOnly,
  'product.import': staffOnly,
  'product.export': staffOnly,
};
