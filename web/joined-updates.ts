import { startTransition, use, useLayoutEffect } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router';

/**
 * Lets all of React Router's components take a change of its state in one transition. `HydratedRouter` (8.4 and 8.5) keeps
 * the address once more in a state of its own, which it sets beside the transition: React would render every link of the
 * page that is being left, commit that, and only then begin the next page, for 10 ms of a click. What starts a view
 * transition is urgent and stays so.
 */
export function useJoinedUpdates(): void {
  const router = use(UNSAFE_DataRouterContext)?.router;
  // Effects of what is inside come first: nobody has subscribed yet.
  useLayoutEffect(() => {
    if (!router) return;
    const { subscribe } = router;
    router.subscribe = (listener) =>
      subscribe((state, change) => {
        if (change.viewTransitionOpts) listener(state, change);
        else startTransition(() => listener(state, change));
      });
    return () => {
      router.subscribe = subscribe;
    };
  }, [router]);
}
