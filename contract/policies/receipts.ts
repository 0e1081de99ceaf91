import { staffOnly } from '../reach.ts';

export const receiptPolicy = {
  'receipt.read': staffOnly,
  'receipt.write': staffOnly,
};
