import { staffOnly } from '../reach.ts';

export const filePolicy = {
  'file.upload': staffOnly,
};
