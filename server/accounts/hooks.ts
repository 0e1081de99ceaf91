import { APIError, type GenericEndpointContext } from 'better-auth';
import {
  createAuthMiddleware,
  createEmailVerificationToken,
  getSessionFromCtx,
  isAPIError,
} from 'better-auth/api';
import { sql } from 'kysely';
import { deviceOf } from '#contract/accounts/devices.ts';
import type { Database } from '../ground/database/client.ts';
import { recordEvent } from '../log/queries.ts';
import { factorOf } from './factor.ts';
import type { PasswordHashing } from './hashing.ts';
import { rememberDevice } from './known-device.ts';
import { addressIn, evenOut, requireOwnLink } from './links.ts';
import { enqueueLink, LINK_SECONDS } from './mails.ts';
import { provenHere } from './proven.ts';
import { applyRules } from './rules.ts';
import { noteFailed } from './sign-ins.ts';
import { IS_IN_USE } from './tokens.ts';

/** The calls that a session may make which lacks its second factor: to end it, or to begin another one. */
const WITHOUT_FACTOR = new Set([
  ...['/sign-in/email', '/sign-in/social', '/sign-up/email', '/callback/:id', '/sign-out', '/get-session'],
  ...['/request-password-reset', '/reset-password', '/error'],
]);

/** What the shop asks of a request before the sign-in provider does. */
export const beforeRequest = (database: Database, hashing: PasswordHashing) =>
  createAuthMiddleware(async (context) => {
    await endIdleStaff(database, context);
    if (!WITHOUT_FACTOR.has(context.path)) await requireFactor(database, await getSessionFromCtx(context));
    // A link is good once: it is not to be used up where no password can be set.
    if (context.path === '/reset-password') hashing.admit();
    // guard: server/accounts/verification.test.ts
    if (context.path === '/verify-email')
      requireOwnLink(context.query?.token, await getSessionFromCtx(context));
    // Without a session the provider would send its mail to any address.
    if (context.path === '/send-verification-email' && !(await getSessionFromCtx(context))) {
      throw context.error('UNAUTHORIZED', {
        code: 'UNAUTHORIZED',
        message: 'Sign in to confirm your email address.',
      });
    }
    return applyRules(context);
  });

/** Ends the session that a request proves when it is one of staff that has not been used for long. */
async function endIdleStaff({ db }: Database, context: GenericEndpointContext): Promise<void> {
  const { authCookies, secret } = context.context;
  const token = await context.getSignedCookie(authCookies.sessionToken.name, secret);
  if (!token) return;
  await sql`
    delete from sessions s using users u
    where s.token = ${token} and u.id = s.user_id and not ${IS_IN_USE}`.execute(db);
}

/** Refuses a session of which only the password, or Google, is proven where there is a second factor. */
async function requireFactor({ db }: Database, found: { session: { id: string } } | null): Promise<void> {
  if (!found || (await factorOf(db, found.session.id)) !== 'missing') return;
  throw new APIError('FORBIDDEN', {
    code: 'SECOND_FACTOR_NEEDED',
    message: 'Confirm that it is you, by your second factor.',
  });
}

/** Does at once what follows from a link having proven an address: its owner looks at their orders now. */
export type OnProven = (email: string) => Promise<void>;

/** What follows a request to the sign-in provider: a mail to a new account, and what the log is told. */
export const afterRequest = (database: Database, onProven: OnProven) =>
  createAuthMiddleware(async (context) => {
    const { returned } = context.context;
    const failed = isAPIError(returned);
    const device = deviceOf(context.headers?.get('user-agent'));
    const user = context.context.newSession?.user;
    const owner = user?.emailVerified ? user.email : provenHere().reset;
    if (owner !== undefined) await rememberDevice(context, owner);
    switch (context.path) {
      case '/sign-up/email': {
        if (failed) return;
        const { user } = returned as { user: { id: string; email: string } };
        const { secret } = context.context;
        const token = await createEmailVerificationToken(secret, user.email, undefined, LINK_SECONDS);
        await enqueueLink(database, 'verify_address', user, token);
        return;
      }
      case '/sign-in/email':
        // Not waited for: how long it takes would tell whether the address has an account.
        if (failed && returned.statusCode === 401)
          noteFailed(database, 'sign_in_failed', context.body.email, device).catch(
            logFailure('a sign-in that failed was not noted'),
          );
        return;
      case '/request-password-reset':
        await evenOut(provenHere().began ?? 0);
        return;
      case '/verify-email':
        // At once, for who looks at their orders now. A job does it for all, also after every other proof.
        if (failed) return;
        await rememberDevice(context, String(addressIn(context.query?.token)));
        await tellProven(onProven, addressIn(context.query?.token));
        return;
      case '/revoke-sessions':
      case '/revoke-session': {
        const email = context.context.session?.user.email;
        if (failed || !email) return;
        await recordEvent(database.db, {
          kind: 'sessions_ended',
          actor: email,
          person: email,
          facts: { ended: context.path === '/revoke-sessions' ? 'all' : 'one', device },
        });
      }
    }
  });

/** When this fails the address is proven all the same. */
async function tellProven(onProven: OnProven, email: unknown): Promise<void> {
  if (typeof email === 'string')
    await onProven(email).catch(logFailure('what follows an address being proven has failed'));
}

/** Takes an error of what goes on beside a request, for the log. */
function logFailure(message: string): (error: unknown) => void {
  const { log } = provenHere();
  return (error) => log?.error({ err: error }, message);
}
