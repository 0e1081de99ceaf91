import { APIError } from 'better-auth';
import type { z } from 'zod';
import {
  AddressSchema,
  PasswordChangeSchema,
  PasswordResetSchema,
  ProfileSchema,
  SignInSchema,
  SignUpSchema,
} from '#contract/accounts.ts';
import { GoogleStartSchema } from './google.ts';

/** The contract's rules for what people type, by the provider's path. Its own are weaker. */
const RULES: Record<string, z.ZodType> = {
  '/sign-up/email': SignUpSchema,
  '/sign-in/email': SignInSchema,
  '/sign-in/social': GoogleStartSchema,
  '/update-user': ProfileSchema,
  '/send-verification-email': AddressSchema,
  '/request-password-reset': AddressSchema,
  '/reset-password': PasswordResetSchema,
  '/change-password': PasswordChangeSchema.transform((body) => ({ ...body, revokeOtherSessions: true })),
};

/** Checks a request's body by the rule of its path. Answers what takes the body's place; throws the rule's message. */
export function applyRules(context: { path: string; body?: unknown }) {
  const rule = RULES[context.path];
  if (!rule) return undefined;
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
