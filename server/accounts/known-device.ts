import { hash } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';

/** Seconds for which a browser is known: browsers keep no cookie for longer. */
const KNOWN_SECONDS = 400 * 24 * 60 * 60;

const cookieOf = ({ context }: GenericEndpointContext) =>
  context.createAuthCookie('device', { maxAge: KNOWN_SECONDS });

/** What the cookie of a known browser says; signed by the shop, it names the address to nobody. */
const valueFor = (email: string) => hash('sha256', `known device of ${email}`, 'base64url');

/**
 * Whether a request is from a browser that has signed in to the account of this proven address before, or has reset its
 * password. Its tries are counted apart from those of strangers, who cannot keep its owner out.
 */
export async function isKnownDevice(context: GenericEndpointContext, email: string): Promise<boolean> {
  const { name } = cookieOf(context);
  return (await context.getSignedCookie(name, context.context.secret)) === valueFor(email);
}

/** Lets the answer's browser be known for an account from now on. The address is proven: a stranger's browser is not to be known. */
export async function rememberDevice(context: GenericEndpointContext, email: string): Promise<void> {
  const { name, attributes } = cookieOf(context);
  await context.setSignedCookie(name, valueFor(email), context.context.secret, attributes);
}
