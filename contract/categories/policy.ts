import { staffOnly } from '../kernel/reach.ts';

export const categoryPolicy = {
  'category.change': staffOnly,
};
