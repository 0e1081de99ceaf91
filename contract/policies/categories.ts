import { staffOnly } from '../reach.ts';

export const categoryPolicy = {
  'category.change': staffOnly,
};
