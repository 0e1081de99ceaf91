/** Signing in, up and out at the sign-in provider. The functions throw ApiProblem with the provider's message. */
import { ApiProblem, statusOf } from './api-problem.ts';
import { forget, getIdentity, type Identity, isStillSignedIn, remember } from './identity.ts';
import { tellProvider } from './provider.ts';
import { getProviderUser, takeIdentity } from './user-calls.ts';

/** Signs in with email and password. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const { user } = await beginSession<{ user: Identity }>('sign-in/email', credentials);
  await takeIdentity(user);
}

/** Creates an account, whose displayName is `name`, and signs in. */
export async function signUp(account: { name: string; email: string; password: string }): Promise<void> {
  const { user } = await beginSession<{ user: Identity }>('sign-up/email', account);
  await takeIdentity(user);
}

/** Redirects to Google, which returns to /login. That page calls `finishSignIn` and then opens `from`. */
export async function continueWithGoogle(from: string): Promise<void> {
  const back = `from=${encodeURIComponent(from)}`;
  const { url } = await beginSession<{ url: string }>('sign-in/social', {
    provider: 'google',
    callbackURL: `/login?google=done&${back}`,
    errorCallbackURL: `/login?${back}`,
  });
  window.location.assign(url);
}

/** Takes over the provider's session after the return from Google, or after the second step of a sign-in. */
export async function finishSignIn(what = 'The sign-in'): Promise<void> {
  const user = await getProviderUser();
  if (!user) throw new ApiProblem(401, 'no_session', `${what} did not finish. Try again.`);
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
  if (isStillSignedIn(identity)) remember({ ...identity, name });
}

/** Sign-outs that the provider has not answered yet. */
let ending: Promise<unknown> = Promise.resolve();

/** A new session waits for earlier sign-outs: their answers take the cookie away. */
async function beginSession<T>(path: string, body: object): Promise<T> {
  await ending;
  return tellProvider<T>(path, body);
}

/**
 * Signs out: here at once, at the provider when it can be reached, even after the page is closed. A provider that cannot be
 * reached must not keep a person signed in in this browser.
 */
export async function signOut(): Promise<void> {
  forget();
  const options = { keepalive: true, signal: AbortSignal.timeout(3000) };
  ending = Promise.all([ending, tellProvider('sign-out', {}, options).catch(() => {})]);
  await ending;
}
