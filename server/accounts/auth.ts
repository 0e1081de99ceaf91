import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type { OAuthProvider } from 'better-auth/oauth2';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/accounts/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { limiting } from '../ground/limits/provider.ts';
import { cookiePrefix } from './cookies.ts';
import { createGoogle, type GoogleOptions } from './google.ts';
import { ORDINARY_HASHING, type PasswordHashing } from './hashing.ts';
import { afterRequest, beforeRequest, type OnProven } from './hooks.ts';
import { isKnownDevice } from './known-device.ts';
import { noteProvenAddress } from './links.ts';
import { enqueueLink, LINK_SECONDS } from './mails.ts';
import { changePassword, finishReset, notingProof } from './passwords.ts';
import { admitIdentity } from './proof.ts';
import { admitSession } from './sign-ins.ts';

export interface AuthOptions {
  database: Database;
  /** Signs the cookies; 32 characters or more. */
  secret: string;
  /** Where people reach the shop: one public origin, or those of the machine it runs on, without TLS. */
  address: { publicUrl: string } | { origins: string[] };
  /** Without it, Google is not offered. */
  google?: GoogleOptions | undefined;
  /** Who becomes an admin as soon as Google has proven the address. */
  adminEmail?: string | undefined;
  limits: Limits;
  hashing?: PasswordHashing;
  onProven: OnProven;
}

export type Auth = ReturnType<typeof createAuth>;

/** The provider failed, and not for anything its caller sent; `cause` says why. */
export class AuthFailure extends Error {
  override name = 'AuthFailure';
}

/**
 * The embedded sign-in provider, served under /api/auth. It proves who someone is by an HttpOnly session cookie; what the
 * shop's own calls take is the accessToken of `tokens.ts`.
 */
export function createAuth({
  database,
  secret,
  address,
  google,
  adminEmail,
  limits,
  hashing = ORDINARY_HASHING,
  onProven,
}: AuthOptions) {
  const isTls = 'publicUrl' in address && address.publicUrl.startsWith('https:');
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    appName: 'Northbridge',
    secret,
    basePath: '/api/auth',
    baseURL:
      'publicUrl' in address
        ? address.publicUrl
        : {
            allowedHosts: address.origins.map((origin) => new URL(origin).host),
            protocol: 'http',
          },
    // Nobody sees half a sign-up: an address without its password could be taken over in between.
    database: { db: database.db, type: 'postgres', transaction: true },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: { role: { type: 'string', defaultValue: 'customer', input: false } },
      validateUserInfo: (claim) => admitIdentity(database, claim),
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      // The list of one's sessions is there for old ones, too.
      freshAge: 0,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
      updateAccountOnSignIn: false,
      // `admitIdentity` lets in proven addresses only, and ends what an unproven one opened.
      accountLinking: { requireLocalEmailVerified: false, trustedProviders: [] },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...times },
      // Whoever reads the database finds no link in it that would reset a password.
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: notingProof(hashing),
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      sendResetPassword: ({ user, token }) => enqueueLink(database, 'reset_password', user, token),
      onPasswordReset: ({ user }) => finishReset(database, user),
    },
    emailVerification: {
      // afterRequest does it: within the sign-up's transaction, mails would want a second connection each.
      sendOnSignUp: false,
      expiresIn: LINK_SECONDS,
      sendVerificationEmail: ({ user, token }) => enqueueLink(database, 'verify_address', user, token),
      afterEmailVerification: ({ email }) => noteProvenAddress(database, email),
    },
    plugins: [
      limiting(limits, CLIENT_ADDRESS_HEADER, isKnownDevice),
      ...(google ? [providing(createGoogle(google))] : []),
    ],
    databaseHooks: {
      user: {
        // The shop shows no pictures of people: whatever a client sends as one is dropped.
        create: { before: async (user) => ({ data: { ...user, image: null } }) },
        update: { before: async (change) => ({ data: { ...change, image: null } }) },
      },
      account: {
        // Whom Google's tokens name is all the shop wants to know; they are not kept.
        create: {
          before: async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } }),
        },
        update: {
          async before({ password }, context) {
            if (context?.path !== '/change-password') return;
            await changePassword(database, context.context.session!, password!);
            // It is done; the provider itself would overwrite a password that was reset meanwhile.
            return false;
          },
        },
      },
      session: {
        create: {
          after: (session, context) => admitSession({ database, adminEmail }, session, context?.path),
        },
      },
    },
    // What nobody needs is not there: a second way to link, Google's tokens, other ways to change an account.
    disabledPaths: [
      '/link-social',
      '/unlink-account',
      '/get-access-token',
      '/refresh-token',
      '/account-info',
      '/change-email',
      '/delete-user',
      '/delete-user/callback',
      '/update-session',
      '/revoke-other-sessions',
    ],
    onAPIError: { errorURL: LOGIN_PAGE, onError: passOn },
    hooks: { before: beforeRequest(database, hashing), after: afterRequest(database, onProven) },
    // `limiting` counts in PostgreSQL, by client and by account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: cookiePrefix(isTls),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isTls },
      // As long as the server remembers that a sign-in with Google was begun.
      cookies: { state: { attributes: { maxAge: 600 } } },
      disableOriginCheck: false,
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  });
}

/** Where a sign-in with Google that failed ends, when it is not known where it was begun. */
export const LOGIN_PAGE = '/login';

function providing(provider: OAuthProvider): BetterAuthPlugin {
  return { id: 'google', init: () => ({ context: { socialProviders: [provider] } }) };
}

/** Carries the client's address, as Fastify determined it, from our mount to the provider. */
export const CLIENT_ADDRESS_HEADER = 'x-northbridge-client';

/** What the provider did not foresee is for our log; it would print it and answer 500. */
function passOn(error: unknown): void {
  if (!isAPIError(error)) throw new AuthFailure('the sign-in provider failed', { cause: error });
}
