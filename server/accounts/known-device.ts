import { hash } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';

/** Seconds for which a browser is known: browsers keep no cookie for longer. */
const KNOWN_SECONDS = 400 * 24 * 60 * 60;

/** Accounts that a browser is known for: those that were used last. */
const MOST_ACCOUNTS = 8;

const cookieOf = ({ context }: GenericEndpointContext) =>
  context.createAuthCookie('device', { maxAge: KNOWN_SECONDS });

/** What the cookie of a known browser says of an account; signed by the shop, it names the address to nobody. */
const valueFor = (email: string) => hash('sha256', `known device of ${email}`, 'base64url');

async function valuesOf(context: GenericEndpointContext): Promise<string[]> {
  const { name } = cookieOf(context);
  const value = await context.getSignedCookie(name, context.context.secret);
  return value ? value.split('.') : [];
}

/**
 * Whether a request is from a browser that has signed in to the account of this proven address before, or has reset its
 * password. Its tries are counted apart from those of strangers, who cannot keep its owner out.
 */
export async function isKnownDevice(context: GenericEndpointContext, email: string): Promise<boolean> {
  return (await valuesOf(context)).includes(valueFor(email));
}

/**
 * Lets the answer's browser be known for an account from now on, besides those that it was known for. The address is proven:
 * a stranger's browser is not to be known.
 */
export async function rememberDevice(context: GenericEndpointContext, email: string): Promise<void> {
  const { name, attributes } = cookieOf(context);
  const value = valueFor(email);
  const others = (await valuesOf(context)).filter((other) => other !== value);
  const kept = [value, ...others].slice(0, MOST_ACCOUNTS).join('.');
  await context.setSignedCookie(name, kept, context.context.secret, attributes);
}
