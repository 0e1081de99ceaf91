/** The orders of staff's list of customers, without schemas: pages read them from addresses. Without one, the newest account is first. */
export const CUSTOMER_SORTS = [
  'name',
  '-name',
  '-total',
  'total',
  '-unpaid',
  'unpaid',
  '-seen',
  'seen',
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
