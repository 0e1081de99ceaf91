import { MyOrders } from './my-orders.tsx';
import { MyProfile } from './my-profile/my-profile.tsx';
import { EVERYBODY, useCan } from './role.ts';

/** /dashboard: My Orders for customers, My Profile for admins. */
export default function Start() {
  return useCan()('order.read', EVERYBODY) ? <MyProfile /> : <MyOrders />;
}
