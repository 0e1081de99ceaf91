import { staffOnly } from '../kernel/reach.ts';

export const stockPolicy = {
  'stock.read': staffOnly,
  'stock.move': staffOnly,
};
