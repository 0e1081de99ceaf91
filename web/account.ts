/**
 * The signed-in person in this browser: the sign-in provider's calls, the accessToken in local storage, and calls made
 * in that person's name. Nothing here knows React; `session.tsx` does.
 */

import {
  ApiProblem,
  type CallInput,
  type CallOptions,
  callApi,
  callForCsv,
  callForPage,
  statusOf,
  type WebCallName,
} from './api.ts';
import { askProvider, tellProvider } from './provider.ts';

const TOKEN = 'accessToken';
const RECORD = 'session';

/** Who is signed in: displayName and email. */
export interface Identity {
  name: string;
  email: string;
}

const listeners = new Set<() => void>();
let parsedFrom: string | null = null;
let parsed: Identity | null = null;

/** The person this browser remembers, or null. The same object as long as it is the same person. */
export function getIdentity(): Identity | null {
  const record = read(RECORD);
  if (record !== parsedFrom) {
    parsedFrom = record;
    parsed = parseIdentity(record);
  }
  return parsed;
}

export function subscribeToIdentity(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', announce);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', announce);
  };
}

function remember(identity: Identity, token: string): void {
  localStorage.setItem(TOKEN, token);
  localStorage.setItem(RECORD, JSON.stringify(identity));
  announce();
}

/** Forgets who is signed in, without telling the provider: for a session that has ended there. */
export function forget(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(RECORD);
  announce();
}

function announce(): void {
  document.documentElement.dataset.session = getIdentity() ? 'in' : 'out';
  for (const listener of listeners) listener();
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is forbidden in this browser: nobody is signed in.
    return null;
  }
}

function parseIdentity(record: string | null): Identity | null {
  if (!record) return null;
  try {
    const { name, email } = JSON.parse(record);
    return typeof name === 'string' && typeof email === 'string' ? { name, email } : null;
  } catch {
    return null;
  }
}

// The sign-in provider

/** Signs in with email and password. Throws ApiProblem with the provider's message. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const { user } = await beginSession<{ user: Identity }>('sign-in/email', credentials);
  await takeIdentity(user);
}

/** Creates an account, whose displayName is `name`, and signs in. */
export async function signUp(account: { name: string; email: string; password: string }): Promise<void> {
  const { user } = await beginSession<{ user: Identity }>('sign-up/email', account);
  await takeIdentity(user);
}

/** Leaves for Google. It comes back to /login, which calls `finishGoogle` and then goes to `from`. */
export async function continueWithGoogle(from: string): Promise<void> {
  const back = `from=${encodeURIComponent(from)}`;
  const { url } = await beginSession<{ url: string }>('sign-in/social', {
    provider: 'google',
    callbackURL: `/login?google=done&${back}`,
    errorCallbackURL: `/login?${back}`,
  });
  window.location.assign(url);
}

/** After the way back from Google: takes the provider's session as the identity. */
export async function finishGoogle(): Promise<void> {
  const user = await getProviderUser();
  if (!user) throw new ApiProblem(401, 'no_session', 'Google sign-in did not finish. Try again.');
  await takeIdentity(user);
}

/** Changes the displayName of the signed-in person. Throws 'No user is logged in' when their session has ended. */
export async function updateName(name: string): Promise<void> {
  const identity = getIdentity();
  const nobody = new ApiProblem(401, 'no_session', 'No user is logged in');
  if (!identity) throw nobody;
  try {
    await tellProvider('update-user', { name });
  } catch (error) {
    throw statusOf(error) === 401 ? nobody : error;
  }
  if (!isStill(identity)) return;
  localStorage.setItem(RECORD, JSON.stringify({ ...identity, name }));
  announce();
}

/** The ends of sessions that the provider is still to hear of from this page. */
let ending: Promise<unknown> = Promise.resolve();

/** A new session waits for the ends of earlier ones: the answer to a sign-out takes the cookie away. */
async function beginSession<T>(path: string, body: object): Promise<T> {
  await ending;
  return tellProvider<T>(path, body);
}

/**
 * Ends the session here at once, and at the provider when it can be reached, whatever becomes of this page meanwhile. Out is
 * out: an unreachable provider must not keep someone signed in on this machine.
 */
export async function signOut(): Promise<void> {
  forget();
  const options = { keepalive: true, signal: AbortSignal.timeout(3000) };
  ending = Promise.all([ending, tellProvider('sign-out', {}, options).catch(() => {})]);
  await ending;
}

/** Exchanges the provider's session for the accessToken and remembers both. */
async function takeIdentity({ email, name }: Identity): Promise<void> {
  remember({ name, email }, await exchange(email));
}

/** The same for a new token or session of whoever is signed in. False, and nothing remembered, when they have left meanwhile. */
export async function renewIdentity({ email, name }: Identity): Promise<boolean> {
  const token = await exchange(email);
  if (!isStill({ email })) return false;
  remember({ name, email }, token);
  return true;
}

async function exchange(email: string): Promise<string> {
  return (await callApi('exchangeToken', { params: { email }, body: { email } })).token;
}

/** Whether the same person is signed in as when something was begun: an answer that comes late must sign nobody in again. */
function isStill({ email }: Pick<Identity, 'email'>): boolean {
  return getIdentity()?.email === email;
}

async function getProviderUser(): Promise<Identity | null> {
  const session = await askProvider<{ user: Identity } | null>('get-session');
  return session?.user ?? null;
}

// Calls in the person's name

/** Makes a call with the accessToken. A token that has expired is exchanged for a new one, unnoticed. */
export const callAsUser: typeof callApi = (name, input, options) => asUser(callApi, name, input, options);
export const callForPageAsUser: typeof callForPage = (name, input, options) =>
  asUser(callForPage, name, input, options);
export const callForCsvAsUser: typeof callForCsv = (name, input, options) =>
  asUser(callForCsv, name, input, options);

/**
 * When a call answers 401, exchanges once more and repeats it: a token lives shorter than the provider's session. A
 * final 401 is thrown like any other problem.
 */
async function asUser<N extends WebCallName, Result>(
  call: (name: N, input: CallInput<N>, options: CallOptions) => Promise<Result>,
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Result> {
  try {
    return await call(name, input, { ...options, token: read(TOKEN) });
  } catch (error) {
    if (statusOf(error) !== 401 || !(await renewOnce())) throw error;
    return call(name, input, { ...options, token: read(TOKEN) });
  }
}

let renewal: Promise<boolean> | undefined;

/** Calls that fail together share one exchange. False when the provider's session has ended; throws on an outage. */
function renewOnce(): Promise<boolean> {
  renewal ??= renew().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renew(): Promise<boolean> {
  const identity = getIdentity();
  if (!identity) return false;
  try {
    const user = await getProviderUser();
    if (user?.email !== identity.email) return false;
    return await renewIdentity(user);
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || status === 403) return false;
    throw error;
  }
}
