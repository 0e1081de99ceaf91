import { staffOnly } from '../kernel/reach.ts';

/** Who sees the shipments of a purchase is said by 'purchase.read'. */
export const shipmentPolicy = {
  'shipment.create': staffOnly,
  'shipment.change': staffOnly,
  'shipment.plan': staffOnly,
  'shipment.print': staffOnly,
};
