import { own, ownOrAllForStaff, staffOnly } from '../kernel/reach.ts';

/** Who sees the returns of a purchase is said by 'purchase.read'. */
export const returnPolicy = {
  'return.ask': ownOrAllForStaff,
  'return.withdraw': own,
  /** Its pictures. */
  'return.show': ownOrAllForStaff,
  'return.list': staffOnly,
  'return.answer': staffOnly,
  'return.receive': staffOnly,
};
