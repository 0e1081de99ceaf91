import { type ComponentType, useEffect, useState } from 'react';
import { useIdentity } from '../../session.tsx';

/**
 * The last orders of who is signed in. The page is the same for everybody: the room is there before the first paint for who has a
 * session, and what fills it is loaded then.
 */
export function OrderAgain() {
  const email = useIdentity()?.email;
  const [loaded, setLoaded] = useState<{ LastOrders: ComponentType<{ email: string }> }>();
  useEffect(() => {
    if (email)
      import('./last-orders.tsx').then(setLoaded, () => {
        // The room stays empty.
      });
  }, [email]);
  return (
    <div className="wrap hidden min-h-90 py-5 lg:min-h-40 signed-in:block">
      {email && loaded && <loaded.LastOrders email={email} />}
    </div>
  );
}
