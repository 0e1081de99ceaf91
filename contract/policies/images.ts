import { adminsOnly } from '../reach.ts';

export const imagePolicy = {
  'image.upload': adminsOnly,
};
