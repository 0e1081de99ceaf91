import { staffOnly } from '../reach.ts';

export const imagePolicy = {
  'image.upload': staffOnly,
};
