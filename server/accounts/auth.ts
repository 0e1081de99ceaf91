import { APIError, betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { z } from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN, ProfileSchema, SignInSchema, SignUpSchema } from '#contract/accounts.ts';
import type { Database } from '../database/client.ts';
import { newId } from '../database/uuid.ts';

export interface AuthOptions {
  database: Database;
  /** Signs the cookies; 32 characters or more. */
  secret: string;
  /** Where people reach the shop: one public origin, or the local port the sandbox listens on. */
  address: { publicUrl: string } | { localPort: number };
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * The embedded sign-in provider, served under /api/auth. It proves who someone is by an HttpOnly session cookie; what the
 * shop's own calls take is the accessToken of `tokens.ts`.
 */
export function createAuth({ database, secret, address }: AuthOptions) {
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
    database: { db: database.db, type: 'postgres' },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: { role: { type: 'string', defaultValue: 'customer', input: false } },
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
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
    },
    hooks: { before: createAuthMiddleware(async (context) => applyRules(context)) },
    // Ours counts in PostgreSQL, by client and by account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'northbridge',
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  });
}

/** Carries the client's address, as Fastify determined it, from our mount to the provider. */
export const CLIENT_ADDRESS_HEADER = 'x-northbridge-client';

/** The contract's rules for what people type, by the provider's path. Its own are weaker. */
const RULES: Record<string, z.ZodType> = {
  '/sign-up/email': SignUpSchema,
  '/sign-in/email': SignInSchema,
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
