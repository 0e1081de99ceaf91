import { APIError, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { OAuthProvider } from 'better-auth/oauth2';
import type { z } from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN, ProfileSchema, SignInSchema, SignUpSchema } from '#contract/accounts.ts';
import type { Database } from '../database/client.ts';
import { newId } from '../database/uuid.ts';
import type { Limits } from '../limits/limits.ts';
import { limiting } from '../limits/provider.ts';
import { createGoogle, type GoogleOptions, GoogleStartSchema } from './google.ts';
import { admitIdentity, requirePassword } from './proof.ts';

export interface AuthOptions {
  database: Database;
  /** Signs the cookies; 32 characters or more. */
  secret: string;
  /** Where people reach the shop: one public origin, or the local port the sandbox listens on. */
  address: { publicUrl: string } | { localPort: number };
  /** Without it, Google is not offered. */
  google?: GoogleOptions | undefined;
  limits: Limits;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * The embedded sign-in provider, served under /api/auth. It proves who someone is by an HttpOnly session cookie; what the
 * shop's own calls take is the accessToken of `tokens.ts`.
 */
export function createAuth({ database, secret, address, google, limits }: AuthOptions) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    appName: 'Northbridge',
    secret,
    basePath: '/api/auth',
    baseURL:
      'publicUrl' in address
        ? address.publicUrl
        : {
            allowedHosts: [`localhost:${address.localPort}`, `127.0.0.1:${address.localPort}`],
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
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
    },
    plugins: [limiting(limits, CLIENT_ADDRESS_HEADER), ...(google ? [providing(createGoogle(google))] : [])],
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
      },
      session: {
        create: {
          async after(session, context) {
            if (context?.path !== '/callback/:id') await requirePassword(database, session);
          },
        },
      },
    },
    // What nobody needs is not there: a second way to link, and Google's tokens.
    disabledPaths: [
      '/link-social',
      '/unlink-account',
      '/get-access-token',
      '/refresh-token',
      '/account-info',
    ],
    onAPIError: { errorURL: LOGIN_PAGE },
    hooks: { before: createAuthMiddleware(async (context) => applyRules(context)) },
    // `limiting` counts in PostgreSQL, by client and by account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'northbridge',
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

/** The contract's rules for what people type, by the provider's path. Its own are weaker. */
const RULES: Record<string, z.ZodType> = {
  '/sign-up/email': SignUpSchema,
  '/sign-in/email': SignInSchema,
  '/sign-in/social': GoogleStartSchema,
  '/update-user': ProfileSchema,
};

async function applyRules(context: { path: string; body?: unknown }) {
  const rule = RULES[context.path];
  if (!rule) return;
  const body: Record<string, unknown> = isRecord(context.body) ? { ...context.body } : {};
  if (typeof body.email === 'string') body.email = body.email.trim().toLowerCase();
  const parsed = rule.safeParse(body);
  if (!parsed.success) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT', message: parsed.error.issues[0]!.message });
  }
  return { context: { body: { ...body, ...(parsed.data as object) } } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
