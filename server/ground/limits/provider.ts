import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { Problem } from '../handling/problem.ts';
import type { Limits, Trier } from './limits.ts';
import { limitOfProviderPath } from './rules.ts';

/** Calls of who is signed in: they are about the session's account, whatever address they name. */
const OF_SESSION: ReadonlySet<string> = new Set([
  '/change-password',
  '/verify-password',
  '/send-verification-email',
]);

/**
 * Counts calls to the sign-in provider by client and by the account they are about. Runs inside the provider, so that path and body
 * are read as the provider reads them: another spelling is not another counter. `addressHeader` is the header with the
 * client's address; `isKnown` tells a browser that the account has been used from.
 */
export function limiting(
  limits: Limits,
  addressHeader: string,
  isKnown: (context: GenericEndpointContext, account: string) => Promise<boolean>,
): BetterAuthPlugin {
  async function trierOf(context: GenericEndpointContext): Promise<Trier | undefined> {
    const ip = context.headers?.get(addressHeader);
    if (!ip) return undefined;
    const { email } = OF_SESSION.has(context.path)
      ? ((await getSessionFromCtx(context))?.user ?? {})
      : ((context.body ?? {}) as { email?: unknown });
    if (typeof email !== 'string') return { ip };
    const account = email.trim().toLowerCase();
    return { ip, account, isKnown: await isKnown(context, account) };
  }

  const count = createAuthMiddleware(async (context) => {
    const limit = limitOfProviderPath(context.path);
    const trier = limit && (await trierOf(context));
    if (!trier) return;
    await limits.count(limit, trier).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const answer = { code: error.code.toUpperCase(), message: error.message };
      throw new APIError('TOO_MANY_REQUESTS', answer, error.headers);
    });
  });

  /** Of an account only wrong passwords count. */
  const giveBack = createAuthMiddleware(async (context) => {
    const { returned } = context.context;
    if (isAPIError(returned) && (returned.statusCode === 401 || returned.body?.code === 'INVALID_PASSWORD'))
      return;
    const trier = await trierOf(context);
    if (trier) await limits.giveBack('signIn', trier);
  });

  return {
    id: 'limits',
    hooks: {
      before: [{ matcher: () => true, handler: count }],
      after: [{ matcher: ({ path = '' }) => limitOfProviderPath(path) === 'signIn', handler: giveBack }],
    },
  };
}
