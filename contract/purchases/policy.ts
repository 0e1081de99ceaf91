import { having, own, ownOrAll, ownOrAllForStaff, staffOnly } from '../kernel/reach.ts';

/** Who pays a purchase is said by 'payment.make'. */
export const purchasePolicy = {
  'purchase.place': having('purchase.place', own),
  /** Place one for another buyer, and ask for what that needs: the buyer's prices, part numbers and addresses. */
  'purchase.placeFor': staffOnly,
  'purchase.read': ownOrAllForStaff,
  'purchase.delete': having('purchase.place', ownOrAll),
  'purchase.changeLines': having('purchase.place', ownOrAll),
  'purchase.changeAddress': having('purchase.place', ownOrAllForStaff),
  'purchase.changeDetails': having('purchase.place', ownOrAllForStaff),
  'purchase.approve': having('purchase.approve', own),
  'purchase.askCancel': having('purchase.place', own),
  'purchase.refuseCancel': staffOnly,
  /** Who may write notes for staff also reads them in the history. */
  'purchase.note': staffOnly,
};
