import { staffOnly } from '../kernel/reach.ts';

export const receiptPolicy = {
  'receipt.read': staffOnly,
  'receipt.write': staffOnly,
};
