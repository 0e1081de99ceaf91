import { staffOnly } from '../kernel/reach.ts';

export const imagePolicy = {
  'image.upload': staffOnly,
};
