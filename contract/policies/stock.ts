import { staffOnly } from '../reach.ts';

export const stockPolicy = {
  'stock.read': staffOnly,
  'stock.move': staffOnly,
};
