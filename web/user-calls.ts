/** Calls as the signed-in person. An expired accessToken is renewed from the provider's session. */
import type { Output } from '#contract/api.ts';
import {
  type CallInput,
  type CallOptions,
  callApi,
  callForFile,
  callForPage,
  type WebCallName,
} from './api.ts';
import { ApiProblem, statusOf } from './api-problem.ts';
import { getIdentity, getOwner, getToken, type Identity, isStillSignedIn, remember } from './identity.ts';
import { withProof } from './proof-question.ts';
import { askProvider } from './provider.ts';

/** Like `callApi`, with the accessToken. */
export const callAsUser: typeof callApi = (name, input, options) => asUser(callApi, name, input, options);

/** Like `callForPage`, with the accessToken. */
export const callForPageAsUser: typeof callForPage = (name, input, options) =>
  asUser(callForPage, name, input, options);

/** Like `callForFile`, with the accessToken. */
export const callForFileAsUser: typeof callForFile = (name, input, options) =>
  asUser(callForFile, name, input, options);

/** Makes a call as the person, and asks for the second factor where it needs that again. */
function asUser<N extends WebCallName, Result>(
  call: (name: N, input: CallInput<N>, options: CallOptions) => Promise<Result>,
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Result> {
  return withProof(() => withToken(call, name, input, options));
}

/**
 * When a call answers 401, renews the accessToken and repeats the call once: a token expires before the provider's session
 * does. A second 401 is thrown like any other problem.
 */
async function withToken<N extends WebCallName, Result>(
  call: (name: N, input: CallInput<N>, options: CallOptions) => Promise<Result>,
  name: N,
  input: CallInput<N>,
  options: CallOptions,
): Promise<Result> {
  const [token, owner] = [getToken(), getOwner()];
  try {
    return await call(name, input, { ...options, token });
  } catch (error) {
    if (statusOf(error) !== 401) throw error;
    // Another call, sent as early and answered sooner, may have renewed it already.
    const isRenewed = getToken() !== token && getToken() !== null && getOwner() === owner;
    if (!isRenewed && !(await renewOnce())) throw error;
    // What was meant for one buyer is not repeated for another.
    if (getOwner() !== owner) throw error;
    return call(name, input, { ...options, token: getToken() });
  }
}

let renewal: Promise<boolean> | undefined;

/** Concurrent failed calls share one renewal. Returns false when the provider's session has ended; throws on an outage. */
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

interface ProviderUser extends Pick<Identity, 'name' | 'email'> {
  id: string;
}

/** Returns the person of the provider's session, or null. */
export async function getProviderUser(): Promise<ProviderUser | null> {
  const session = await askProvider<{ user: ProviderUser } | null>('get-session');
  return session?.user ?? null;
}

/** Exchanges the provider's session for an accessToken and stores both. */
export async function takeIdentity({ name, email }: Pick<Identity, 'name' | 'email'>): Promise<void> {
  const { token, ...actor } = await exchange(email);
  remember({ name, email, ...actor }, token);
}

/** Lets the signed-in person act for a company, or without one for themselves: in all tabs. Throws 404 for a company of others. */
export async function actFor(buyerId?: string): Promise<void> {
  const user = await getProviderUser();
  if (!user || !isStillSignedIn(user)) throw new ApiProblem(401, 'no_session', 'Sign in to continue.');
  const { token, ...actor } = await exchange(user.email, buyerId ?? user.id);
  if (isStillSignedIn(user)) remember({ ...user, ...actor }, token);
}

/**
 * Stores a new accessToken of the signed-in person, for whom they act: for themselves once they are no member of the company any
 * more. Returns false, and stores nothing, when they have signed out meanwhile.
 */
export async function renewIdentity({ name, email }: Pick<Identity, 'name' | 'email'>): Promise<boolean> {
  const { token, ...actor } = await exchange(email, getIdentity()?.buyerId).catch((error) => {
    if (statusOf(error) !== 404) throw error;
    return exchange(email);
  });
  if (!isStillSignedIn({ email })) return false;
  remember({ name, email, ...actor }, token);
  return true;
}

function exchange(email: string, buyerId?: string): Promise<Output<'exchangeToken'>> {
  return callApi('exchangeToken', { params: { email }, body: { email, buyerId } });
}
