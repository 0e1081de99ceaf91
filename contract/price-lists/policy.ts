import { adminsOnly, own, staffOnly } from '../kernel/reach.ts';

/** Staff see what was agreed; prices are for admins (decision 36). */
export const priceListPolicy = {
  'offer.read': own,
  'priceList.read': staffOnly,
  'priceList.write': adminsOnly,
};
