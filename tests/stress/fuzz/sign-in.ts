import assert from 'node:assert/strict';
import { z } from 'zod';
import { ProfileSchema } from '#contract/accounts/schema.ts';
import type { Call, Route } from '#contract/kernel/call.ts';
import { signIn } from '#contract/sign-in.ts';
import { assertNoLeak, type FuzzAnswer } from './answers.ts';

/** Inputs of the provider's other endpoints, including those that the shop does not offer. */
const OtherSchema = z.object(
  Object.fromEntries(
    ['email', 'password', 'newPassword', 'currentPassword', 'token', 'id', 'callbackURL', 'redirectTo'].map(
      (name) => [name, z.string().optional()],
    ),
  ),
);

/** Names of those endpoints. */
export const SIGN_IN_ENDPOINTS = [
  ...['error', 'ok', 'list-sessions', 'revoke-session', 'revoke-sessions', 'revoke-other-sessions'],
  ...['change-password', 'set-password', 'verify-password', 'request-password-reset', 'reset-password'],
  ...[
    'send-verification-email',
    'verify-email',
    'change-email',
    'delete-user',
    'link-social',
    'account-info',
  ],
  ...['update-session', 'sign-in/anonymous', 'callback/github', 'oauth2/callback/google', '.well-known/jwks'],
];

/** Endpoints that would sign the callers out. */
const ENDS_SESSIONS: ReadonlySet<string> = new Set([signIn.signOut.path, signIn.endSessions.path]);

/** The sign-in provider's endpoints, which are not in the contract, in the form of its calls. */
export const signInCalls: Call[] = [
  ...Object.values(signIn).filter(({ path }) => !ENDS_SESSIONS.has(path)),
  signInCall('POST /api/auth/update-user', ProfileSchema.extend({ image: z.string().optional() })),
  signInCall(
    'POST /api/auth/sign-in/social',
    z.object({ provider: z.literal('google'), callbackURL: z.string(), errorCallbackURL: z.string() }),
  ),
  signInCall('GET /api/auth/get-session'),
  signInCall(
    'GET /api/auth/callback/google',
    z.object({ code: z.string(), state: z.string(), iss: z.string() }),
  ),
  signInCall('GET /api/auth/:endpoint', OtherSchema),
  // Last, because some of these end their session.
  signInCall('POST /api/auth/:endpoint', OtherSchema),
];

function signInCall(route: Route, input?: z.ZodType): Call {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string];
  const given = input && (method === 'GET' ? { query: input } : { body: input });
  return {
    route,
    method,
    path,
    proof: 'cookie',
    may: 'account.manage',
    tag: 'Signing in',
    summary: '',
    output: 'text',
    ...given,
  };
}

/** Throws when the provider, which has its own error format, fails, redirects elsewhere or reveals internals. */
export function judgeSignIn(_call: Call, { status, text, location }: FuzzAnswer): void {
  assert.ok(status < 500, `answered ${status}: ${text.slice(0, 300)}`);
  if (status >= 400) assertNoLeak(text);
  if (location !== undefined) assert.match(location, /^(\/(?![/\\])|http:\/\/(127\.0\.0\.1|localhost):)/);
}
