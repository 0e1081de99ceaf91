import { adminsOnly, having, own, type Provider } from '../kernel/reach.ts';

export const paymentPolicy = {
  /** Not even admins pay for others. */
  'payment.make': having('purchase.pay', own),
  'payment.report': (_who: Provider) => 'all' as const,
  /** Also the reasons in an order's history that reveal the shop's account at the provider. */
  'payment.read': adminsOnly,
  'payment.refund': adminsOnly,
};
