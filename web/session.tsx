import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { signOut } from './account.ts';
import { statusOf } from './api.ts';
import { getIdentity, type Identity, subscribeToIdentity } from './identity.ts';
import { forgetKept } from './kept.ts';
import { PUBLIC_KEYS } from './queries.ts';
import { loginPath, sendVisitorToLogin } from './return-path.ts';
import { InlineScript } from './ui/inline-script.tsx';
import { LoadingPage } from './ui/loading-page.tsx';
import { callAsUser } from './user-calls.ts';

/** Who is signed in: undefined until the browser has taken over the server's page, null when nobody is. */
export function useIdentity(): Identity | null | undefined {
  return useSyncExternalStore<Identity | null | undefined>(subscribeToIdentity, getIdentity, () => undefined);
}

/** Where a page should go when its session is ended on purpose; a guard reads it instead of asking to log in again. */
let departure: string | undefined;

/** Signs out and goes to `to` at once; ends when the provider has heard of it. */
export function useSignOut(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (to) => {
      departure = to;
      forgetKept();
      const ended = signOut();
      await navigate(to);
      departure = undefined;
      await ended;
    },
    [navigate],
  );
}

/** Forgets what was loaded for one person as soon as it is somebody else, or nobody, in whichever tab that happens. */
export function useForgetPrivateData(): void {
  const client = useQueryClient();
  const email = useIdentity()?.email;
  const previous = useRef(email);
  useEffect(() => {
    if (previous.current && previous.current !== email) {
      client.removeQueries({ predicate: (query) => !PUBLIC_KEYS.includes(query.queryKey[0]) });
    }
    previous.current = email;
  }, [client, email]);
}

const UserContext = createContext<Identity | null>(null);

/** The signed-in person, below a RequireUser. */
export function useUser(): Identity {
  const user = use(UserContext);
  if (!user) throw new Error('useUser is for pages below RequireUser');
  return user;
}

/**
 * Shows its children to signed-in people and sends everybody else to /login, which brings them back. `title` names the
 * page until that is known.
 */
export function RequireUser({ title, children }: { title: string; children: ReactNode }) {
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
        <LoadingPage title={title} />
      </>
    );
  }
  if (identity === null) {
    const to = (wasSignedIn.current && departure) || loginPath(pathname + search + hash);
    // The page stays as it is until the next one is there.
    return (
      <>
        <LoadingPage title={title} />
        <Navigate to={to} replace />
      </>
    );
  }
  return <UserContext value={identity}>{children}</UserContext>;
}

/** The role of a person; `ended` when their session is over. */
export type Role = 'admin' | 'customer' | 'ended';

/** A role may change at any time, so every page asks again. What is on the page stays there meanwhile. */
const role = (email: string) =>
  queryOptions({
    queryKey: ['admin', email],
    queryFn: async ({ signal }): Promise<Role> => {
      try {
        const { admin } = await callAsUser('isAdmin', { params: { email } }, { signal });
        return admin ? 'admin' : 'customer';
      } catch (error) {
        const status = statusOf(error);
        if (status === 401 || status === 403) return 'ended';
        throw error;
      }
    },
    staleTime: 0,
  });

/** The signed-in person's role, as the server says. */
export function useRole() {
  return useQuery(role(useUser().email));
}
