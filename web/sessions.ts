/** The sessions and sign-in methods of the signed-in person. Knows no React. */
import { ApiProblem } from './api-problem.ts';
import { askProvider, tellProvider } from './provider.ts';

interface ProviderSession {
  id: string;
  /** `endSession` takes it. */
  token: string;
  userAgent?: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** When it was last used: ISO 8601, to the minute. */
  updatedAt: string;
}

/** A browser in which the person is signed in. */
export interface Session extends ProviderSession {
  /** Whether it is this browser. */
  current: boolean;
}

interface Current {
  session: ProviderSession;
  user: { email: string; emailVerified: boolean };
}

/** Returns the person's sessions: this browser's first, then the most recently used. */
export async function listSessions(signal: AbortSignal): Promise<Session[]> {
  const [all, current] = await Promise.all([
    askProvider<ProviderSession[]>('list-sessions', signal),
    getCurrent(signal),
  ]);
  return all
    .map((session) => ({ ...session, current: session.id === current.session.id }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.updatedAt.localeCompare(a.updatedAt));
}

/** Ends one other session. */
export async function endSession(token: string): Promise<void> {
  await tellProvider('revoke-session', { token });
}

/** Ends all sessions, this one included. */
export async function endAllSessions(): Promise<void> {
  await tellProvider('revoke-sessions', {});
}

/** The sign-in methods of a person. */
export interface Proofs {
  emailVerified: boolean;
  hasPassword: boolean;
}

export async function getProofs(signal: AbortSignal): Promise<Proofs> {
  const [accounts, { user }] = await Promise.all([
    askProvider<{ providerId: string }[]>('list-accounts', signal),
    getCurrent(signal),
  ]);
  return {
    emailVerified: user.emailVerified,
    hasPassword: accounts.some(({ providerId }) => providerId === 'credential'),
  };
}

async function getCurrent(signal: AbortSignal): Promise<Current> {
  const current = await askProvider<Current | null>('get-session', signal);
  if (!current) throw new ApiProblem(401, 'no_session', 'Your session has expired. Sign in to continue.');
  return current;
}
