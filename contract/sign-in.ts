/**
 * The calls of the sign-in provider that the shop supports, below /api/auth. Bodies are validated by these schemas
 * (`server/accounts/rules.ts`), and errors have the provider's form.
 */
import { z } from 'zod';
import {
  AddressSchema,
  GoogleStartSchema,
  PasswordChangeSchema,
  PasswordResetSchema,
  ProfileSchema,
  SignInSchema,
  SignUpSchema,
} from './accounts/schema.ts';
import { type Admission, type Call, type CallDetails, callsOf, type Route } from './kernel/call.ts';
import { freeText, IdSchema, TimeSchema } from './kernel/fields.ts';

export const SIGN_IN_BASE = '/api/auth';

const call = callsOf('Signing in');

/** Codes of the provider's errors by their status, with their meaning. */
export const signInProblems = {
  400: {
    INVALID_INPUT: 'A field is wrong: `message` says why.',
    BAD_REQUEST: 'The body is not valid JSON.',
    INVALID_TOKEN: 'The link was used, or is too old.',
    INVALID_PASSWORD: 'The current password is another one.',
  },
  401: {
    INVALID_EMAIL_OR_PASSWORD: 'The password is wrong, or the email address has no account.',
    UNAUTHORIZED: 'There is no session, or it has ended.',
  },
  403: {
    FORBIDDEN: 'The request carries a cookie and is not from a page of the shop.',
    INVALID_ORIGIN: 'The `Origin` is not the shop’s.',
    MISSING_OR_NULL_ORIGIN: 'There is no `Origin`.',
    OTHER_ACCOUNT: 'The link is for another account.',
  },
  422: { USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'The email address has an account.' },
  429: { TOO_MANY_REQUESTS: 'There were too many tries. `Retry-After` says how long to wait.' },
  503: {
    UNAVAILABLE: 'Signing in is not possible right now.',
    GOOGLE_UNAVAILABLE: 'Google cannot be reached right now.',
  },
} as const;
export type SignInStatus = keyof typeof signInProblems;
type CodesOf<S extends SignInStatus> = S extends unknown ? keyof (typeof signInProblems)[S] : never;
export type SignInCode = CodesOf<SignInStatus>;

export const SignInErrorSchema = z.object({ code: z.string(), message: z.string() });

const AccountSchema = z.object({
  id: IdSchema,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  createdAt: TimeSchema,
});
export const SignedInSchema = z.object({ user: AccountSchema });
const SessionSchema = z.object({
  id: IdSchema,
  /** Id of the session for the call that ends it. It is not an accessToken. */
  token: z.string(),
  userAgent: z.string().nullable(),
  createdAt: TimeSchema,
  updatedAt: TimeSchema,
  expiresAt: TimeSchema,
});
const CurrentSchema = z.object({ session: SessionSchema, user: AccountSchema }).nullable();
const DoneSchema = z.object({ status: z.literal(true) });

export const signIn = {
  signUp: signInCall('POST /api/auth/sign-up/email', {
    may: 'anyone',
    summary: 'Open an account and sign in to it: the answer sets the session’s cookie',
    body: SignUpSchema,
    output: SignedInSchema,
    refuses: ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
  }),
  signIn: signInCall('POST /api/auth/sign-in/email', {
    may: 'anyone',
    summary: 'Sign in: the answer sets the session’s cookie',
    body: SignInSchema,
    output: SignedInSchema,
    refuses: ['INVALID_EMAIL_OR_PASSWORD'],
  }),
  startGoogle: signInCall('POST /api/auth/sign-in/social', {
    may: 'anyone',
    summary: 'Begin to sign in with Google: answers the address that a browser is to be sent to',
    body: GoogleStartSchema,
    output: z.object({ url: z.url() }),
    refuses: ['GOOGLE_UNAVAILABLE'],
  }),
  signOut: signInCall('POST /api/auth/sign-out', {
    may: 'anyone',
    summary: 'End this session and the accessTokens that it was exchanged for',
    output: z.object({ success: z.literal(true) }),
  }),
  getSession: signInCall('GET /api/auth/get-session', {
    may: 'anyone',
    summary: 'This session and whose it is; null without one',
    output: CurrentSchema,
  }),
  listSessions: signInCall('GET /api/auth/list-sessions', {
    proof: 'cookie',
    may: 'account.manage',
    summary: 'Where one is signed in',
    output: z.array(SessionSchema),
  }),
  endSession: signInCall('POST /api/auth/revoke-session', {
    proof: 'cookie',
    may: 'account.manage',
    summary: 'End one session',
    body: z.object({ token: freeText(200) }),
    output: DoneSchema,
  }),
  endSessions: signInCall('POST /api/auth/revoke-sessions', {
    proof: 'cookie',
    may: 'account.manage',
    summary: 'End all sessions, this one included',
    output: DoneSchema,
  }),
  updateUser: signInCall('POST /api/auth/update-user', {
    proof: 'cookie',
    may: 'account.manage',
    summary: 'Change one’s name',
    body: ProfileSchema,
    output: DoneSchema,
  }),
  changePassword: signInCall('POST /api/auth/change-password', {
    proof: 'cookie',
    may: 'account.manage',
    summary: 'Change the password, which ends all other sessions',
    body: PasswordChangeSchema,
    output: SignedInSchema,
    refuses: ['INVALID_PASSWORD'],
  }),
  requestReset: signInCall('POST /api/auth/request-password-reset', {
    may: 'anyone',
    summary:
      'Have a link mailed that sets a new password; the answer does not tell whether there is an account',
    body: AddressSchema,
    output: DoneSchema,
  }),
  resetPassword: signInCall('POST /api/auth/reset-password', {
    may: 'anyone',
    summary: 'Set a new password by the token of such a link, which ends all sessions',
    body: PasswordResetSchema,
    output: DoneSchema,
    refuses: ['INVALID_TOKEN'],
  }),
  requestConfirmation: signInCall('POST /api/auth/send-verification-email', {
    proof: 'cookie',
    may: 'account.manage',
    summary: 'Have a link mailed that confirms one’s email address',
    body: AddressSchema,
    output: DoneSchema,
  }),
  confirmAddress: signInCall('GET /api/auth/verify-email', {
    proof: 'cookie',
    may: 'account.manage',
    summary: 'Confirm the email address of whoever is signed in, by the token of such a link',
    query: z.object({ token: z.string() }),
    output: DoneSchema,
    refuses: ['OTHER_ACCOUNT'],
  }),
};

export type SignInCall = Admission &
  Omit<Call, 'refuses' | keyof Admission> & { codes: ReadonlySet<SignInCode> };

type SignInShape = Admission &
  Omit<CallDetails, 'tag' | 'status' | 'refuses'> & { refuses?: readonly SignInCode[] };

/** Returns an entry with the codes it is refused with: its own, and those that follow from its shape. */
function signInCall<const R extends Route, S extends SignInShape>(route: R, { refuses = [], ...shape }: S) {
  const changes = route.startsWith('POST');
  const codes = new Set<SignInCode>([
    'BAD_REQUEST',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
    ...(shape.body ? (['INVALID_INPUT'] as const) : []),
    ...(shape.proof === 'cookie' ? (['UNAUTHORIZED'] as const) : []),
    ...(changes ? (['FORBIDDEN', 'INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN'] as const) : []),
    ...refuses,
  ]);
  // Spreading a generic shape loses the type of its proof and rule.
  const rest = shape as Omit<S, 'refuses'> & Admission;
  return { ...call(route, { ...rest, status: 200 }), codes };
}
