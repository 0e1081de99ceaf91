import { staffOnly } from '../kernel/reach.ts';

export const filePolicy = {
  'file.upload': staffOnly,
};
