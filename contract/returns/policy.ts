import { having, own, ownOrAllForStaff, staffOnly } from '../kernel/reach.ts';

/** Who sees the returns of a purchase is said by 'purchase.read'. */
export const returnPolicy = {
  'return.ask': having('purchase.place', ownOrAllForStaff),
  'return.withdraw': having('purchase.place', own),
  /** Its pictures. */
  'return.show': ownOrAllForStaff,
  'return.list': staffOnly,
  'return.answer': staffOnly,
  'return.receive': staffOnly,
};
