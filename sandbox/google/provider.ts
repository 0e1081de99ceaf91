import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { KoaContext } from 'oidc-provider';
import type pg from 'pg';
import { createAdapter } from './adapter.ts';
import { ENDED, pageHeaders, renderProblem } from './page.ts';
import { findPerson } from './people.ts';
import type { Secrets } from './schema.ts';

/** The application that may ask for sign-ins. */
export interface Application {
  name: string;
  /** Its start page. */
  home: string;
  /** Where it takes answers. An address that is not listed gets none. */
  redirectUris: readonly string[];
}

export interface ProviderOptions {
  issuer: string;
  pool: pg.Pool;
  secrets: Secrets;
  application: Application;
  /** The address of the page on which an account is picked, for one visit. */
  accountPage: (visit: string) => string;
  log?: { warn(o: object, m?: string): void } | undefined;
}

export interface GoogleProvider {
  provider: Provider;
  /** Answers a request to one of the library's own endpoints. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Whether a visit to the page is over: unknown, too old, or finished before. */
  isExpired(error: unknown): boolean;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const REFUSED = {
  title: 'This request cannot be answered',
  text: 'The application asked for a sign-in in a way that is not allowed.',
};
const SCOPES = ['openid', 'email', 'profile'];

/** The library, set up as Google is: codes only, RS256, address and name in the ID token, consent by picking an account. */
export async function createProvider(options: ProviderOptions): Promise<GoogleProvider> {
  const { issuer, pool, secrets, application, accountPage, log } = options;
  const library = await importLibrary();
  const { InvalidGrant, SessionNotFound } = library.errors;
  const isExpired = (error: unknown) => error instanceof SessionNotFound;

  const policy = library.interactionPolicy.base();
  policy.add(new library.interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);

  const provider = new library.default(issuer, {
    adapter: (kind: string) => createAdapter(pool, kind, () => new InvalidGrant(`${kind} was used before`)),
    clients: [
      {
        client_id: secrets.clientId,
        client_secret: secrets.clientSecret,
        client_name: application.name,
        redirect_uris: [...application.redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [secrets.signingKey] },
    cookies: {
      keys: [secrets.cookieKey],
      names: {
        session: 'sandbox_google_session',
        interaction: 'sandbox_google_visit',
        resume: 'sandbox_google_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: new URL(issuer).pathname },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: SCOPES,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google's ID tokens hold what the scopes ask for, and its clients rely on it.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: true },
    },
    ttl: {
      AccessToken: 60 * MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: 60 * MINUTE,
      Interaction: 10 * MINUTE,
      Session: 14 * DAY,
      Grant: 14 * DAY,
    },
    clientBasedCORS: () => false,
    interactions: { policy, url: (_context: KoaContext, visit: { uid: string }) => accountPage(visit.uid) },
    loadExistingGrant: grantEverything,

    async findAccount(_context: KoaContext, sub: string) {
      const person = await findPerson(pool, sub);
      if (!person) return undefined;
      const { email, name, emailVerified } = person;
      return { accountId: sub, claims: async () => ({ sub, email, email_verified: emailVerified, name }) };
    },

    async renderError(context: KoaContext, out: { error: string; error_description?: string }, error: Error) {
      for (const [name, value] of Object.entries(pageHeaders())) context.set(name, value);
      const detail = [out.error, out.error_description].filter(Boolean).join(': ');
      context.body = renderProblem({ ...(isExpired(error) ? ENDED : { ...REFUSED, detail }), application });
    },
  });

  // The address people use may not be one by which the application's server can reach this one: each gets its own.
  provider.use(async (context, next) => {
    await next();
    if (context.oidc?.route !== 'discovery') return;
    const document = context.body as { authorization_endpoint: string };
    const { pathname } = new URL(document.authorization_endpoint);
    document.authorization_endpoint = new URL(pathname, issuer).href;
  });

  // The plugin sets the header; the library would otherwise believe the scheme of the last hop.
  provider.proxy = true;
  provider.on('server_error', (_context, error) => log?.warn({ err: error }, 'the Google sandbox failed'));
  return { provider, answer: provider.callback(), isExpired };
}

/** Picking an account agrees to what the application asks for. */
async function grantEverything({ oidc }: KoaContext) {
  const { client, session, provider } = oidc!;
  const { clientId } = client!;
  const grantId = session.grantIdFor(clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known && known.accountId === session.accountId) return known;
  const grant = new provider.Grant({ clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES.join(' '));
  await grant.save();
  return grant;
}

/**
 * Loads the library when a stand-in is wanted. At import it warns of every Node that is not a long-term release yet; whoever
 * starts the sandbox could do nothing about it.
 */
async function importLibrary(): Promise<typeof import('oidc-provider')> {
  const { warn } = console;
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...args);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
