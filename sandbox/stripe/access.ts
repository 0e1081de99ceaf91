import { timingSafeEqual } from 'node:crypto';
import { StripeError } from './errors.ts';

/** Returns the key of a request: HTTP Basic with the key as user name, or Bearer. */
export function keyOf(authorization: string | undefined): string | undefined {
  const [scheme = '', rest = ''] = (authorization ?? '').split(/\s+/, 2);
  if (scheme.toLowerCase() === 'bearer') return rest;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(rest, 'base64').toString().split(':')[0];
  return undefined;
}

/** Returns whether the key is the publishable one. Throws Stripe's 401 for an unknown key. */
export function checkKey(
  key: string | undefined,
  keys: { secretKey: string; publishableKey: string },
): { publishable: boolean } {
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (same(key, keys.secretKey)) return { publishable: false };
  if (same(key, keys.publishableKey)) return { publishable: true };
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(12)}`);
}

export function secretKeyNeeded(): StripeError {
  return unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key.',
    'secret_key_required',
  );
}

function unauthorized(message: string, code?: string): StripeError {
  return new StripeError(401, { type: 'invalid_request_error', message, ...(code && { code }) });
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
