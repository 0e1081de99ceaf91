import { MyOrders } from './my-orders.tsx';
import { MyProfile } from './my-profile/my-profile.tsx';
import { useCan } from './role.ts';

/** /dashboard: My Orders for customers, My Profile for staff and admins. */
export default function Start() {
  return useCan()('shop.work') ? <MyProfile /> : <MyOrders />;
}
