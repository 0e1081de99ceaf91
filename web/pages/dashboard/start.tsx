import { useRole } from '../../session.tsx';
import { MyOrders } from './my-orders.tsx';
import { MyProfile } from './my-profile/my-profile.tsx';

/** /dashboard: My Orders for customers, My Profile for admins. */
export default function Start() {
  return useRole().data === 'admin' ? <MyProfile /> : <MyOrders />;
}
