import { own, ownOrAll, ownOrAllForStaff, staffOnly } from '../kernel/reach.ts';

/** Who pays a purchase is said by 'payment.make'. */
export const purchasePolicy = {
  'purchase.place': own,
  'purchase.read': ownOrAllForStaff,
  'purchase.delete': ownOrAll,
  'purchase.changeLines': ownOrAll,
  'purchase.changeAddress': ownOrAllForStaff,
  'purchase.changeDetails': ownOrAllForStaff,
  'purchase.askCancel': own,
  'purchase.refuseCancel': staffOnly,
  /** Who may write notes for staff also reads them in the history. */
  'purchase.note': staffOnly,
};
