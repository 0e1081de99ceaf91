import { readFileSync } from 'node:fs';
import { APIError } from 'better-auth';
import { z } from 'zod';
import { PASSWORD_MIN } from '#contract/accounts/schema.ts';
import { readMessage, say } from '#contract/kernel/field-message.ts';
import { SIGN_IN_BASE, type SignInCall, signIn } from '#contract/sign-in.ts';
import { foldPassword } from './hashing.ts';

/** The contract's rules for what people type, by the provider's path. Its own are weaker. */
const RULES = new Map(
  (Object.values(signIn) as SignInCall[]).map(({ path, body }) => [path.slice(SIGN_IN_BASE.length), body]),
);

/** Checks a request's body by the rule of its path. Answers what takes the body's place; throws the rule's message. */
export function applyRules(context: { path: string; body?: unknown }) {
  const rule = RULES.get(context.path);
  if (!(rule instanceof z.ZodType)) return undefined;
  const body: Record<string, unknown> = isRecord(context.body) ? { ...context.body } : {};
  if (typeof body.email === 'string') body.email = body.email.trim().toLowerCase();
  const parsed = rule.safeParse(body);
  if (!parsed.success) throw invalid(parsed.error.issues[0]!.message);
  const { password, newPassword } = parsed.data as { password?: string; newPassword?: string };
  const chosen = context.path === '/sign-up/email' ? password : newPassword;
  if (chosen !== undefined && isCommon(chosen)) throw invalid(say('password_common'));
  const always = context.path === '/change-password' && { revokeOtherSessions: true };
  return { context: { body: { ...body, ...(parsed.data as object), ...always } } };
}

/** The refusal of a body, by the message of a schema's rule. */
function invalid(said: string): APIError {
  return new APIError('BAD_REQUEST', { code: 'INVALID_INPUT', message: readMessage(said).message });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The thousand commonest passwords that are long enough, the commonest first, in lower case: of `passwords.json` of
 * @zxcvbn-ts/language-common 3.0.4 (MIT, https://github.com/zxcvbn-ts/zxcvbn).
 */
const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
);

/** Whether a password is among those that are tried first, in whatever case and width. */
function isCommon(password: string): boolean {
  return password.length >= PASSWORD_MIN && COMMON.has(foldPassword(password).toLowerCase());
}
