import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { forgetMappings } from './basket/pasted/mappings.ts';
import { forget, getIdentity, getOwner, type Identity, subscribeToIdentity } from './identity.ts';
import { forgetKept } from './kept.ts';
import { forgetSearches } from './last-searches.ts';
import { PUBLIC_KEYS } from './queries.ts';
import { loginPath, sendVisitorToLogin } from './return-path.ts';
import { InlineScript } from './ui/inline-script.tsx';
import { NeedsScripts } from './ui/needs-scripts.tsx';

/** Returns who is signed in: undefined until the page is hydrated, null when nobody is. */
export function useIdentity(): Identity | null | undefined {
  return useSyncExternalStore<Identity | null | undefined>(subscribeToIdentity, getIdentity, () => undefined);
}

/** The destination of a sign-out. RequireUser reads it, and does not redirect to /login. */
let departure: string | undefined;

/** Loads what tells the sign-in provider of a sign-out. */
export const loadAccount = () => import('./account.ts');

/** Returns a function that signs out and goes to `to` at once. It resolves when the provider has answered. */
export function useSignOut(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (to) => {
      departure = to;
      forgetKept();
      forgetSearches();
      forgetMappings();
      forget();
      const ended = loadAccount().then(
        ({ signOut }) => signOut(),
        // The shop cannot be reached, and neither can the provider.
        () => {},
      );
      await navigate(to);
      departure = undefined;
      await ended;
    },
    [navigate],
  );
}

/**
 * Removes private data from the query cache when another person, or nobody, is signed in, or they act for another buyer, in any
 * tab. Returns how often they have acted for another buyer: the key of the page, which then begins anew.
 */
export function useForgetPrivateData(): number {
  const client = useQueryClient();
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    let before: Owned = { owner: getOwner(), email: getIdentity()?.email };
    return subscribeToIdentity(() => {
      const now: Owned = { owner: getOwner(), email: getIdentity()?.email };
      if (before.owner === now.owner) return;
      // Removed before anything is rendered, so that nothing of one buyer is shown for another.
      if (before.owner)
        client.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.includes(queryKey[0]) });
      if (before.email === now.email) setTurns((count) => count + 1);
      before = now;
    });
  }, [client]);
  return turns;
}

interface Owned {
  owner: string | undefined;
  email: string | undefined;
}

const UserContext = createContext<Identity | null>(null);

/** Returns the signed-in person. Only for pages inside RequireUser. */
export function useUser(): Identity {
  const user = use(UserContext);
  if (!user) throw new Error('useUser is for pages below RequireUser');
  return user;
}

/**
 * Shows its children to signed-in people and sends others to /login, which brings them back.
 * @param loading what is shown until that is known
 */
export function RequireUser({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  const identity = useIdentity();
  const { pathname, search, hash } = useLocation();
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (identity) wasSignedIn.current = true;
  }, [identity]);

  if (identity === undefined) {
    return (
      <>
        <InlineScript code={sendVisitorToLogin} />
        <NeedsScripts />
        {loading}
      </>
    );
  }
  if (identity === null) {
    const to = (wasSignedIn.current && departure) || loginPath(pathname + search + hash);
    // The page stays until the next one is loaded.
    return (
      <>
        {loading}
        <Navigate to={to} replace />
      </>
    );
  }
  return <UserContext value={identity}>{children}</UserContext>;
}
